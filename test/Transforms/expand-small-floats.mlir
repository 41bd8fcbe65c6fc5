// RUN: scatternd-opt %s --scatternd-expand-small-floats | FileCheck %s

// CHECK-LABEL: func.func @conversions
// CHECK-NOT: arith.truncf {{.*}} to bf16
// CHECK-NOT: arith.sitofp {{.*}} to bf16
// CHECK-NOT: arith.extf {{.*}} f8E4M3FN
// CHECK: return
func.func @conversions(%a: f64, %b: i64, %c: f8E4M3FN) -> (bf16, bf16, f32) {
  %0 = arith.truncf %a : f64 to bf16
  %1 = arith.sitofp %b : i64 to bf16
  %2 = arith.extf %c : f8E4M3FN to f32
  return %0, %1, %2 : bf16, bf16, f32
}

// Each op rounds; none is left for a fold to merge with the next one.
// CHECK-LABEL: func.func @chain
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// CHECK-NOT: fastmath
// CHECK: return
func.func @chain(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.addf %a, %b : bf16
  %1 = arith.mulf %0, %b : bf16
  return %1 : bf16
}

// CHECK-LABEL: func.func @math
// CHECK: math.ceil %{{.*}} : vector<4xf32>
// CHECK: arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
func.func @math(%a: vector<4xbf16>) -> vector<4xbf16> {
  %0 = math.ceil %a : vector<4xbf16>
  return %0 : vector<4xbf16>
}

// f32 has too few bits to round a product and a sum at once.
// CHECK-LABEL: func.func @fma
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK-NOT: math.fma
// CHECK: math.fma %{{.*}} : f32
// CHECK: return
func.func @fma(%a: bf16, %b: f16, %c: f32) -> (bf16, f16, f32) {
  %0 = math.fma %a, %a, %a : bf16
  %1 = math.fma %b, %b, %b : f16
  %2 = math.fma %c, %c, %c : f32
  return %0, %1, %2 : bf16, f16, f32
}

// What moves stays.
// CHECK-LABEL: func.func @moves
// CHECK: arith.select %arg0, %arg1, %arg2 : bf16
func.func @moves(%c: i1, %a: bf16, %b: bf16) -> bf16 {
  %0 = arith.select %c, %a, %b : bf16
  return %0 : bf16
}
