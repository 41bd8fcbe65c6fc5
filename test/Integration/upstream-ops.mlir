// Upstream ops around scatters, on tensors: elementwise, linalg, tensor and scf ops, calls. Each entry is compared with
// the reference loop in a program whose every copy is kept, so that faults of bufferization show.

// RUN: %python %S/make_arrays.py %t
// RUN: %scatternd_run %s --entry=elementwise --check --print=none --input=%t.f32_64x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x8.npy
// RUN: %scatternd_run %s --entry=slices --check --print=none --input=%t.f32_64x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x8.npy
// RUN: %scatternd_run %s --entry=strided_slices --check --print=none --input=%t.f32_64x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x4.npy
// RUN: %scatternd_run %s --entry=dynamic_slices --check --print=none --input=%t.f32_64x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x8.npy --input=%t.three.npy --input=%t.eight.npy
// RUN: %scatternd_run %s --entry=matmul --check --print=none --input=%t.f32_8x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x8.npy
// RUN: %scatternd_run %s --entry=loops --check --print=none --input=%t.f32_8x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x8.npy --input=%t.three.npy
// RUN: %scatternd_run %s --entry=forall --check --print=none --input=%t.f32_8x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4x8.npy
// RUN: %scatternd_run %s --entry=bf16 --check --print=none --input=%t.bf16_8.npy --input=%t.i64_4x1.npy --input=%t.bf16_4.npy
// RUN: %scatternd_run %s --entry=generate --check --print=none --input=%t.eight.npy --input=%t.i64_4x1.npy --input=%t.i32_4.npy
// RUN: %scatternd_run %s --entry=reshape --check --print=none --input=%t.f32_8x8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy
// RUN: %scatternd_run %s --entry=returned_twice --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy
// RUN: %scatternd_run %s --entry=select --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy --input=%t.true.npy
// RUN: %scatternd_run %s --entry=concat --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy
// RUN: %scatternd_run %s --entry=recursion --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy --input=%t.three.npy
// RUN: %scatternd_run %s --entry=branches --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy --input=%t.true.npy
// RUN: %scatternd_run %s --entry=own_memory --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy --input=%t.f32_8.npy
// RUN: %scatternd_run %s --entry=switch --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy --input=%t.one.npy
// RUN: %scatternd_run %s --entry=doubled_edge --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy --input=%t.true.npy
// RUN: %scatternd_run %s --entry=vectors --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy
// RUN: %scatternd_run %s --entry=returned_argument --check --print=none --input=%t.f32_8.npy --input=%t.i64_4x1.npy --input=%t.f32_4.npy

func.func private @scale(%t: tensor<?x8xf32>, %f: f32) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %s = tensor.splat %f[%n] : tensor<?x8xf32>
  %r = arith.mulf %t, %s : tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

func.func @elementwise(%d: tensor<?x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %two = arith.constant 2.0 : f32
  %0 = math.exp %d : tensor<?x8xf32>
  %1 = scatternd.scatter %u into %0[%i] reduction(add) : tensor<4x8xf32>, tensor<4x1xi64> into tensor<?x8xf32>
  %2 = call @scale(%1, %two) : (tensor<?x8xf32>, f32) -> tensor<?x8xf32>
  %3 = math.tanh %2 : tensor<?x8xf32>
  %4 = math.erf %3 : tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}

func.func @slices(%d: tensor<64x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> (tensor<32x8xf32>, tensor<64x8xf32>) {
  %s = tensor.extract_slice %d[16, 0] [32, 8] [1, 1] : tensor<64x8xf32> to tensor<32x8xf32>
  %r = scatternd.scatter %u into %s[%i] : tensor<4x8xf32>, tensor<4x1xi64> into tensor<32x8xf32>
  %b = tensor.insert_slice %r into %d[16, 0] [32, 8] [1, 1] : tensor<32x8xf32> into tensor<64x8xf32>
  return %r, %b : tensor<32x8xf32>, tensor<64x8xf32>
}

func.func @strided_slices(%d: tensor<64x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x4xf32>) -> (tensor<32x4xf32>, tensor<64x8xf32>) {
  %s = tensor.extract_slice %d[0, 0] [32, 4] [2, 2] : tensor<64x8xf32> to tensor<32x4xf32>
  %r = scatternd.scatter %u into %s[%i] : tensor<4x4xf32>, tensor<4x1xi64> into tensor<32x4xf32>
  %b = tensor.insert_slice %r into %d[0, 0] [32, 4] [2, 2] : tensor<32x4xf32> into tensor<64x8xf32>
  return %r, %b : tensor<32x4xf32>, tensor<64x8xf32>
}

func.func @dynamic_slices(%d: tensor<?x?xf32>, %i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %o: index, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = tensor.extract_slice %d[%o, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %r = scatternd.scatter %u into %s[%i] : tensor<?x?xf32>, tensor<?x1xi64> into tensor<?x?xf32>
  %b = tensor.insert_slice %r into %d[%o, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %r, %b : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @matmul(%d: tensor<8x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = scatternd.scatter %u into %d[%i] : tensor<4x8xf32>, tensor<4x1xi64> into tensor<8x8xf32>
  %m = linalg.matmul ins(%s, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = tensor.pad %m low[1, 1] high[1, 1] { ^bb0(%a: index, %b: index): tensor.yield %z : f32 } : tensor<8x8xf32> to tensor<10x10xf32>
  %q = tensor.extract_slice %p[1, 1] [8, 8] [1, 1] : tensor<10x10xf32> to tensor<8x8xf32>
  return %q : tensor<8x8xf32>
}

func.func @loops(%d: tensor<8x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %n: index) -> (tensor<8x8xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w:2 = scf.while (%a = %d, %k = %c0) : (tensor<8x8xf32>, index) -> (tensor<8x8xf32>, index) {
    %c = arith.cmpi slt, %k, %n : index
    scf.condition(%c) %a, %k : tensor<8x8xf32>, index
  } do {
  ^bb0(%a: tensor<8x8xf32>, %k: index):
    %s = scatternd.scatter %u into %a[%i] reduction(add) : tensor<4x8xf32>, tensor<4x1xi64> into tensor<8x8xf32>
    %k1 = arith.addi %k, %c1 : index
    scf.yield %s, %k1 : tensor<8x8xf32>, index
  }
  return %w#0, %w#1 : tensor<8x8xf32>, index
}

func.func @forall(%d: tensor<8x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %r = scf.forall (%t) in (8) shared_outs(%o = %d) -> tensor<8x8xf32> {
    %s = tensor.extract_slice %o[%t, 0] [1, 8] [1, 1] : tensor<8x8xf32> to tensor<1x8xf32>
    %c = arith.constant dense<0> : tensor<1x1xi64>
    %x = tensor.extract_slice %u[0, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %y = scatternd.scatter %x into %s[%c] reduction(add) : tensor<1x8xf32>, tensor<1x1xi64> into tensor<1x8xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %y into %o[%t, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<8x8xf32> }
  }
  return %r : tensor<8x8xf32>
}

func.func @bf16(%d: tensor<8xbf16>, %i: tensor<4x1xi64>, %u: tensor<4xbf16>) -> tensor<8xbf16> {
  %s = scatternd.scatter %u into %d[%i] reduction(mul) : tensor<4xbf16>, tensor<4x1xi64> into tensor<8xbf16>
  %t = arith.addf %s, %d : tensor<8xbf16>
  %x = arith.maximumf %t, %d : tensor<8xbf16>
  return %x : tensor<8xbf16>
}

func.func @generate(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xi32>) -> tensor<?xi32> {
  %g = tensor.generate %n { ^bb0(%a: index): %v = arith.index_cast %a : index to i32 
    tensor.yield %v : i32 } : tensor<?xi32>
  %s = scatternd.scatter %u into %g[%i] reduction(max) : tensor<4xi32>, tensor<4x1xi64> into tensor<?xi32>
  %c1 = arith.constant 1 : index
  %v = tensor.extract %s[%c1] : tensor<?xi32>
  %w = tensor.insert %v into %s[%n] : tensor<?xi32>
  %k = arith.ceildivsi %v, %v : i32
  %y = tensor.insert %k into %w[%c1] : tensor<?xi32>
  return %y : tensor<?xi32>
}

func.func @reshape(%d: tensor<8x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8x8xf32> {
  %f = tensor.collapse_shape %d [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %s = scatternd.scatter %u into %f[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<64xf32>
  %e = tensor.expand_shape %s [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  return %e : tensor<8x8xf32>
}

func.func @returned_twice(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %s = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %k = arith.constant dense<3.0> : tensor<8xf32>
  return %s, %s, %k : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

func.func @select(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %c: i1) -> tensor<8xf32> {
  %s = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %x = arith.select %c, %s, %d : tensor<8xf32>
  return %x : tensor<8xf32>
}

func.func @concat(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %s = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %x = tensor.concat dim(0) %s, %d : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %x : tensor<16xf32>
}

func.func @recursion(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> tensor<8xf32> { scf.yield %d : tensor<8xf32> } else {
    %s = scatternd.scatter %u into %d[%i] reduction(add) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
    %m = arith.subi %n, %c1 : index
    %t = func.call @recursion(%s, %i, %u, %m) : (tensor<8xf32>, tensor<4x1xi64>, tensor<4xf32>, index) -> tensor<8xf32>
    scf.yield %t : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

func.func @branches(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %c: i1) -> tensor<8xf32> {
  cf.cond_br %c, ^a(%d : tensor<8xf32>), ^b
^b:
  %s = scatternd.scatter %u into %d[%i] reduction(add) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  cf.br ^a(%s : tensor<8xf32>)
^a(%t: tensor<8xf32>):
  return %t : tensor<8xf32>
}

func.func @own_memory(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %m: memref<8xf32>) -> tensor<8xf32> {
  %own = memref.alloc() : memref<8xf32>
  memref.copy %m, %own : memref<8xf32> to memref<8xf32>
  %r = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  memref.copy %own, %m : memref<8xf32> to memref<8xf32>
  memref.dealloc %own : memref<8xf32>
  return %r : tensor<8xf32>
}

func.func @switch(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %c: i32) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = scatternd.scatter %u into %d[%i] reduction(add) : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  cf.switch %c : i32, [default: ^b(%e: tensor<8xf32>), 1: ^a(%e: tensor<8xf32>)]
^a(%x: tensor<8xf32>):
  %s = scatternd.scatter %u into %x[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  cf.br ^b(%s : tensor<8xf32>)
^b(%y: tensor<8xf32>):
  return %y, %e : tensor<8xf32>, tensor<8xf32>
}

func.func @doubled_edge(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %c: i1) -> tensor<8xf32> {
  cf.cond_br %c, ^a(%d : tensor<8xf32>), ^a(%d : tensor<8xf32>)
^a(%x: tensor<8xf32>):
  %s = scatternd.scatter %u into %x[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %s : tensor<8xf32>
}

func.func @vectors(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = scatternd.scatter %u into %d[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  %v = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %w = arith.addf %v, %v : vector<8xf32>
  %r = vector.transfer_write %w, %s[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func private @same_memref(%m: memref<8xf32>) -> memref<8xf32> {
  return %m : memref<8xf32>
}

func.func @returned_argument(%m: memref<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %n = call @same_memref(%m) : (memref<8xf32>) -> memref<8xf32>
  %t = bufferization.to_tensor %n restrict : memref<8xf32> to tensor<8xf32>
  %r = scatternd.scatter %u into %t[%i] : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
  return %r : tensor<8xf32>
}
