// Compiled code that ends the process is an error, whatever it does that with.

// RUN: split-file %s %t
// RUN: not %scatternd_run %t/exits.mlir 2>&1 | FileCheck %t/exits.mlir
// RUN: not %scatternd_run %t/exits.mlir --entry=_exit 2>&1 \
// RUN:   | FileCheck %t/exits.mlir --check-prefix=AFTER
// RUN: not %scatternd_run %t/exits.mlir --entry=quick 2>&1 \
// RUN:   | FileCheck %t/exits.mlir --check-prefix=QUICK
// RUN: not %scatternd_run %t/raise.mlir --entry=trap 2>&1 \
// RUN:   | FileCheck %t/raise.mlir --check-prefix=TRAP
// RUN: not %scatternd_run %t/raise.mlir --entry=sys 2>&1 \
// RUN:   | FileCheck %t/raise.mlir --check-prefix=SYS
// RUN: not %scatternd_run %t/raise.mlir --entry=cpu 2>&1 \
// RUN:   | FileCheck %t/raise.mlir --check-prefix=CPU

// What compiled code prints is there though standard output is a file.
// RUN: %scatternd_run %t/prints.mlir > %t/printed
// RUN: FileCheck %t/prints.mlir < %t/printed

// What cannot be printed is an error, --help included.
// RUN: not %scatternd_run --help 2>&1 >/dev/full \
// RUN:   | FileCheck %s --check-prefix=FULL
// RUN: not %scatternd_run %t/prints.mlir --print=none 2>&1 >/dev/full \
// RUN:   | FileCheck %s --check-prefix=FULL
// RUN: not bash -c '%scatternd_run %t/prints.mlir --print=none 2>&1 >&-' \
// RUN:   | FileCheck %s --check-prefix=CLOSED
// RUN: not bash -c '%scatternd_run --help 2>&1 >&-' \
// RUN:   | FileCheck %s --check-prefix=CLOSED
// RUN: bash -c '%scatternd_run %t/quiet.mlir >&-'

// FULL: error: cannot write to standard output: No space left on device
// CLOSED: error: cannot write to standard output: Bad file descriptor

//--- exits.mlir
func.func private @exit(i32)
func.func private @quick_exit(i32)
func.func private @_Exit(i32)

func.func @main() {
  %zero = arith.constant 0 : i32
  func.call @exit(%zero) : (i32) -> ()
  return
}
func.func @quick() {
  %three = arith.constant 3 : i32
  func.call @quick_exit(%three) : (i32) -> ()
  return
}
func.func @_exit() -> tensor<2xf32> {
  %data = arith.constant dense<0.0> : tensor<2xf32>
  %bad = arith.constant dense<-3> : tensor<1x1xi64>
  %updates = arith.constant dense<1.0> : tensor<1xf32>
  %r = scatternd.scatter %updates into %data[%bad]
      : tensor<1xf32>, tensor<1x1xi64> into tensor<2xf32>
  %place = arith.constant 0 : index
  %value = tensor.extract %r[%place] : tensor<2xf32>
  %status = arith.fptosi %value : f32 to i32
  func.call @_Exit(%status) : (i32) -> ()
  return %r : tensor<2xf32>
}

// CHECK: error: exit(0) called in compiled code
// CHECK-NOT: {{.}}
// AFTER: error: {{.*}}: index out of bounds
// AFTER-NEXT: note: then exit(0) called in compiled code
// QUICK: error: exit(3) called in compiled code

//--- raise.mlir
func.func private @raise(i32) -> i32

func.func @trap() -> i32 {
  %signal = arith.constant 5 : i32
  %r = func.call @raise(%signal) : (i32) -> i32
  return %r : i32
}
func.func @cpu() -> i32 {
  %signal = arith.constant 24 : i32
  %r = func.call @raise(%signal) : (i32) -> i32
  return %r : i32
}
func.func @sys() -> i32 {
  %signal = arith.constant 31 : i32
  %r = func.call @raise(%signal) : (i32) -> i32
  return %r : i32
}

// TRAP: error: trap (SIGTRAP) in compiled code
// CPU: error: limit of processor time (SIGXCPU) in compiled code
// SYS: error: invalid system call (SIGSYS) in compiled code

//--- prints.mlir
func.func private @putchar(i32) -> i32

func.func @main() -> i32 {
  %letter = arith.constant 65 : i32
  %r = func.call @putchar(%letter) : (i32) -> i32
  return %r : i32
}

// CHECK: Aresult 0: i32 = 65

//--- quiet.mlir
func.func @main() {
  return
}
