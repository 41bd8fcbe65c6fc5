// What each reduction computes with, by element type. Values are checked in test/Integration.
// RUN: scatternd-opt %s --scatternd-lower-to-loops --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @f32_add
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
func.func @f32_add(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4xf32>, memref<4x1xi64> into memref<8xf32>
  return
}

// -----

// maximumf and not maxnumf: NaN stays, and -0 is below +0.
// CHECK-LABEL: func.func @f16_max_rows
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<32xf16>
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f16
func.func @f16_max_rows(%d: memref<8x?xf16>, %i: memref<4x1xi64>, %u: memref<4x?xf16>) {
  scatternd.scatter %u into %d[%i] reduction(max) : memref<4x?xf16>, memref<4x1xi64> into memref<8x?xf16>
  return
}

// -----

// LLVM sees no bf16, which it might round with an instruction that flushes subnormals.
// CHECK-LABEL: func.func @bf16_add
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : memref<8xbf16> to memref<8xi16>
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: memref.store %{{.*}} : memref<8xi16>
func.func @bf16_add(%d: memref<8xbf16>, %i: memref<4x1xi64>, %u: memref<4xbf16>) {
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4xbf16>, memref<4x1xi64> into memref<8xbf16>
  return
}

// -----

// CHECK-LABEL: func.func @ui8_min
// CHECK: arith.minui %{{.*}}, %{{.*}} : i8
func.func @ui8_min(%d: memref<8xui8>, %i: memref<4x1xi64>, %u: memref<4xui8>) {
  scatternd.scatter %u into %d[%i] reduction(min) : memref<4xui8>, memref<4x1xi64> into memref<8xui8>
  return
}

// -----

// CHECK-LABEL: func.func @si32_max
// CHECK: arith.maxsi %{{.*}}, %{{.*}} : i32
func.func @si32_max(%d: memref<8xsi32>, %i: memref<4x1xi64>, %u: memref<4xsi32>) {
  scatternd.scatter %u into %d[%i] reduction(max) : memref<4xsi32>, memref<4x1xi64> into memref<8xsi32>
  return
}

// -----

// CHECK-LABEL: func.func @index_min
// CHECK: arith.minsi %{{.*}}, %{{.*}} : index
func.func @index_min(%d: memref<8xindex>, %i: memref<4x1xi64>, %u: memref<4xindex>) {
  scatternd.scatter %u into %d[%i] reduction(min) : memref<4xindex>, memref<4x1xi64> into memref<8xindex>
  return
}

// -----

// A boolean is a byte: as a vector of i1 it would be a bit.
// CHECK-LABEL: func.func @i1_add
// CHECK: arith.ori %{{.*}}, %{{.*}} : vector<64xi8>
func.func @i1_add(%d: memref<8x?xi1>, %i: memref<4x1xi64>, %u: memref<4x?xi1>) {
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4x?xi1>, memref<4x1xi64> into memref<8x?xi1>
  return
}

// -----

// CHECK-LABEL: func.func @i1_mul
// CHECK: arith.andi %{{.*}}, %{{.*}} : i8
func.func @i1_mul(%d: memref<8xi1>, %i: memref<4x1xi64>, %u: memref<4xi1>) {
  scatternd.scatter %u into %d[%i] reduction(mul) : memref<4xi1>, memref<4x1xi64> into memref<8xi1>
  return
}

// -----

// (ac - bd) + (ad + bc)i, each step rounded: no complex.mul, which upstream may lower in other ways.
// CHECK-LABEL: func.func @complex_mul
// CHECK-COUNT-4: arith.mulf
// CHECK-NOT: complex.mul
// CHECK: complex.create
func.func @complex_mul(%d: memref<8xcomplex<f32>>, %i: memref<4x1xi64>, %u: memref<4xcomplex<f32>>) {
  scatternd.scatter %u into %d[%i] reduction(mul) : memref<4xcomplex<f32>>, memref<4x1xi64> into memref<8xcomplex<f32>>
  return
}

// -----

// A slice shorter than a vector takes the largest vector that fits.
// CHECK-LABEL: func.func @short_slices
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<4xf32>
func.func @short_slices(%d: memref<8x6xf32>, %i: memref<4x1xi64>, %u: memref<4x6xf32>) {
  scatternd.scatter %u into %d[%i] reduction(add) : memref<4x6xf32>, memref<4x1xi64> into memref<8x6xf32>
  return
}
