// Files are written last, and two of them are never one.

// RUN: rm -rf %t && mkdir %t && cd %t && mkdir d && ln -s d link && ln -s new.npy dangling.npy
// RUN: not %scatternd_run %s --output=s.npy --output=./s.npy 2>&1 | FileCheck %s
// RUN: not %scatternd_run %s --output=%t/s.npy --output=s.npy 2>&1 | FileCheck %s
// RUN: not %scatternd_run %s --output=d/s.npy --output=link/s.npy 2>&1 | FileCheck %s
// RUN: not %scatternd_run %s --output=new.npy --output=dangling.npy 2>&1 | FileCheck %s
// RUN: not %scatternd_run %s --output=s.npy > /dev/full
// RUN: not bash -c 'ulimit -f 0; trap "" XFSZ; %scatternd_run %s --print=none --output=s.npy' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIMIT
// RUN: not bash -c 'ulimit -f 0; %scatternd_run %s --print=none --output=s.npy'
// RUN: not %scatternd_run %s --entry=counts --time=3 --output=s.npy
// RUN: ls | FileCheck %s --check-prefix=NOTHING
// RUN: %scatternd_run %s --print=none --output=dangling.npy --time=3
// RUN: %scatternd_run %s --print=none --expect=new.npy

// CHECK: error: expected each --output to name its own file, but got '{{.*}}' twice
// LIMIT: error: cannot write s.npy: File too large
// NOTHING: d
// NOTHING-NEXT: dangling.npy
// NOTHING-NEXT: link
// NOTHING-NOT: {{.}}

func.func @main() -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  return %one, %one : f32, f32
}

// Fails from the second call on.
memref.global "private" @calls : memref<i32> = dense<0>
func.func private @abort()
func.func @counts() -> i32 {
  %calls = memref.get_global @calls : memref<i32>
  %old = memref.load %calls[] : memref<i32>
  %one = arith.constant 1 : i32
  %new = arith.addi %old, %one : i32
  memref.store %new, %calls[] : memref<i32>
  %again = arith.cmpi sgt, %new, %one : i32
  scf.if %again {
    func.call @abort() : () -> ()
  }
  return %new : i32
}
