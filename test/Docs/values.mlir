// The examples of docs/Scatter.md that compute something. Each function's result
// is also compared with the reference loop's.

// RUN: scatternd-run %s --entry=elements --check | FileCheck %s --check-prefix=ELEMENTS
// ELEMENTS: result 0: tensor<4xi32> = [10, 1, 30, 2]
func.func @elements() -> tensor<4xi32> {
  %data = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %indices = arith.constant dense<[[1], [-1]]> : tensor<2x1xi64>
  %updates = arith.constant dense<[1, 2]> : tensor<2xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2xi32>, tensor<2x1xi64> into tensor<4xi32>
  return %result : tensor<4xi32>
}

// RUN: scatternd-run %s --entry=slices --check | FileCheck %s --check-prefix=SLICES
// SLICES: {{\[\[}}7, 8], [0, 0], [5, 6]]
func.func @slices() -> tensor<3x2xi32> {
  %data = arith.constant dense<0> : tensor<3x2xi32>
  %indices = arith.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %updates = arith.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2x2xi32>, tensor<2x1xi64> into tensor<3x2xi32>
  return %result : tensor<3x2xi32>
}

// RUN: scatternd-run %s --entry=two_components --check | FileCheck %s --check-prefix=TWO
// TWO: {{\[\[}}0, 6], [0, 0], [5, 0]]
func.func @two_components() -> tensor<3x2xi32> {
  %data = arith.constant dense<0> : tensor<3x2xi32>
  %indices = arith.constant dense<[[2, 0], [0, 1]]> : tensor<2x2xi64>
  %updates = arith.constant dense<[5, 6]> : tensor<2xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2xi32>, tensor<2x2xi64> into tensor<3x2xi32>
  return %result : tensor<3x2xi32>
}

// RUN: scatternd-run %s --entry=no_components --check | FileCheck %s --check-prefix=NONE
// NONE: [111, 222]
func.func @no_components() -> tensor<2xi32> {
  %data = arith.constant dense<[1, 2]> : tensor<2xi32>
  %indices = arith.constant dense<> : tensor<2x0xi64>
  %updates = arith.constant dense<[[10, 20], [100, 200]]> : tensor<2x2xi32>
  %result = scatternd.scatter %updates into %data[%indices] reduction(add)
      : tensor<2x2xi32>, tensor<2x0xi64> into tensor<2xi32>
  return %result : tensor<2xi32>
}

// RUN: scatternd-run %s --entry=last_wins --check | FileCheck %s --check-prefix=LAST
// LAST: [10, 3, 30, 2]
func.func @last_wins() -> tensor<4xi32> {
  %data = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %indices = arith.constant dense<[[1], [3], [1]]> : tensor<3x1xi64>
  %updates = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<3xi32>, tensor<3x1xi64> into tensor<4xi32>
  return %result : tensor<4xi32>
}

// RUN: scatternd-run %s --entry=every_one_counts --check | FileCheck %s --check-prefix=EVERY
// EVERY: [10, 24, 30, 42]
func.func @every_one_counts() -> tensor<4xi32> {
  %data = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %indices = arith.constant dense<[[1], [3], [1]]> : tensor<3x1xi64>
  %updates = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %result = scatternd.scatter %updates into %data[%indices] reduction(add)
      : tensor<3xi32>, tensor<3x1xi64> into tensor<4xi32>
  return %result : tensor<4xi32>
}

// RUN: scatternd-run %s --entry=rounded_each_time --check | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: [256]
func.func @rounded_each_time() -> tensor<1xbf16> {
  %data = arith.constant dense<256.0> : tensor<1xbf16>
  %indices = arith.constant dense<0> : tensor<2x1xi64>
  %updates = arith.constant dense<1.0> : tensor<2xbf16>
  %result = scatternd.scatter %updates into %data[%indices] reduction(add)
      : tensor<2xbf16>, tensor<2x1xi64> into tensor<1xbf16>
  return %result : tensor<1xbf16>
}

// RUN: scatternd-run %s --entry=dropped --check | FileCheck %s --check-prefix=DROPPED
// DROPPED: [1, 20, 3]
func.func @dropped() -> tensor<3xi32> {
  %data = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %indices = arith.constant dense<[[0], [7], [2]]> : tensor<3x1xi64>
  %updates = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %result = scatternd.scatter %updates into %data[%indices] out_of_bounds(drop)
      : tensor<3xi32>, tensor<3x1xi64> into tensor<3xi32>
  return %result : tensor<3xi32>
}

// RUN: scatternd-run %s --entry=clamped --check | FileCheck %s --check-prefix=CLAMPED
// CLAMPED: [1, 20, 2]
func.func @clamped() -> tensor<3xi32> {
  %data = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %indices = arith.constant dense<[[-7], [7]]> : tensor<2x1xi64>
  %updates = arith.constant dense<[1, 2]> : tensor<2xi32>
  %result = scatternd.scatter %updates into %data[%indices] out_of_bounds(clamp)
      : tensor<2xi32>, tensor<2x1xi64> into tensor<3xi32>
  return %result : tensor<3xi32>
}

// RUN: not scatternd-run %s --entry=reported 2>&1 | FileCheck %s --check-prefix=REPORTED
// REPORTED: values.mlir:[[#@LINE+5]]:13: index out of bounds: indices[1, 0] = 3, but data dimension 0 has extent 3 (valid: -3 to 2)
func.func @reported() -> tensor<3xi32> {
  %data = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %indices = arith.constant dense<[[0], [3]]> : tensor<2x1xi64>
  %updates = arith.constant dense<[1, 2]> : tensor<2xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2xi32>, tensor<2x1xi64> into tensor<3xi32>
  return %result : tensor<3xi32>
}

// RUN: not scatternd-run %s --entry=no_wrapping 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: indices[0, 0] = -1, but data dimension 0 has extent 3 (valid: 0 to 2)
func.func @no_wrapping() -> tensor<3xi32> {
  %data = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %indices = arith.constant dense<[[-1]]> : tensor<1x1xi64>
  %updates = arith.constant dense<[1]> : tensor<1xi32>
  %result = scatternd.scatter %updates into %data[%indices]
      negative_indices(invalid)
      : tensor<1xi32>, tensor<1x1xi64> into tensor<3xi32>
  return %result : tensor<3xi32>
}

// RUN: scatternd-run %s --entry=batches --check | FileCheck %s --check-prefix=BATCHES
// BATCHES: {{\[\[}}0, 0, 5], [6, 0, 0]]
func.func @batches() -> tensor<2x3xi32> {
  %data = arith.constant dense<0> : tensor<2x3xi32>
  %indices = arith.constant dense<[[[2]], [[0]]]> : tensor<2x1x1xi64>
  %updates = arith.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %result = scatternd.scatter %updates into %data[%indices] batch_dims(1)
      : tensor<2x1xi32>, tensor<2x1x1xi64> into tensor<2x3xi32>
  return %result : tensor<2x3xi32>
}

// RUN: scatternd-run %s --entry=gathered --check | FileCheck %s --check-prefix=GATHERED
// GATHERED: [30, -1, 10]
func.func @gathered() -> tensor<3xi32> {
  %data = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %indices = arith.constant dense<[[2], [3], [0]]> : tensor<3x1xi64>
  %init = arith.constant dense<-1> : tensor<3xi32>
  %result = scatternd.gather %data[%indices] into %init out_of_bounds(drop)
      : tensor<3xi32>, tensor<3x1xi64> into tensor<3xi32>
  return %result : tensor<3xi32>
}

// RUN: scatternd-run %s --entry=largest --check | FileCheck %s --check-prefix=LARGEST
// LARGEST: [0, nan, 3]
func.func @largest() -> tensor<3xf32> {
  %data = arith.constant dense<[-0.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %indices = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %updates = arith.constant dense<[0.0, 1.0, 3.0]> : tensor<3xf32>
  %result = scatternd.scatter %updates into %data[%indices] reduction(max)
      : tensor<3xf32>, tensor<3x1xi64> into tensor<3xf32>
  return %result : tensor<3xf32>
}

// RUN: scatternd-run %s --entry=wrapping_sum --check | FileCheck %s --check-prefix=WRAPPING
// WRAPPING: [-128]
func.func @wrapping_sum() -> tensor<1xi8> {
  %data = arith.constant dense<127> : tensor<1xi8>
  %indices = arith.constant dense<0> : tensor<1x1xi64>
  %updates = arith.constant dense<1> : tensor<1xi8>
  %result = scatternd.scatter %updates into %data[%indices] reduction(add)
      : tensor<1xi8>, tensor<1x1xi64> into tensor<1xi8>
  return %result : tensor<1xi8>
}

// RUN: not scatternd-run %s --entry=two_reports 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: {{.*}}indices[0, 0] = 3, but
// TWICE-NEXT: note: 1 more
func.func @two_reports() -> tensor<3xi32> {
  %data = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %indices = arith.constant dense<[[3]]> : tensor<1x1xi64>
  %updates = arith.constant dense<[1]> : tensor<1xi32>
  %once = scatternd.scatter %updates into %data[%indices]
      : tensor<1xi32>, tensor<1x1xi64> into tensor<3xi32>
  %twice = scatternd.scatter %updates into %once[%indices] reduction(add)
      : tensor<1xi32>, tensor<1x1xi64> into tensor<3xi32>
  return %twice : tensor<3xi32>
}

// Called from docs/Scatter.md with inputs whose shapes do not agree.
func.func @dynamic(%data: tensor<?xf32>, %indices: tensor<?x?xi64>,
                   %updates: tensor<?xf32>) -> tensor<?xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<?xf32>, tensor<?x?xi64> into tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @dynamic_elements(%data: tensor<?x?x?xf32>, %indices: tensor<?x?xi64>,
                            %updates: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<?xf32>, tensor<?x?xi64> into tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}

func.func @strings() -> tensor<3x!scatternd.string> {
  %data = arith.constant dense<["a", "b\00c", ""]> : tensor<3x!scatternd.string>
  %indices = arith.constant dense<[[0], [2]]> : tensor<2x1xi64>
  %updates = arith.constant dense<["\22x\22", "na\C3\AFve"]> : tensor<2x!scatternd.string>
  %result = scatternd.scatter %updates into %data[%indices]
      : tensor<2x!scatternd.string>, tensor<2x1xi64> into tensor<3x!scatternd.string>
  return %result : tensor<3x!scatternd.string>
}
