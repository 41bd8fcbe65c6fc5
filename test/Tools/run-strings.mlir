// Strings in files that NumPy writes and reads, in comparisons and in errors.

// RUN: rm -rf %t && split-file %s %t && cd %t && %python arrays.py
// RUN: %scatternd_run program.mlir --input=wide.npy --output=out_wide.npy | FileCheck %s --check-prefix=WIDE
// RUN: %scatternd_run program.mlir --input=big_endian.npy --print=none --output=out_big_endian.npy --expect=wide.npy
// RUN: %scatternd_run program.mlir --input=fortran.npy --print=none --output=out_fortran.npy
// RUN: %scatternd_run program.mlir --input=bytes.npy --print=none --output=out_bytes.npy
// RUN: %scatternd_run program.mlir --input=empty.npy --output=out_empty.npy | FileCheck %s --check-prefix=EMPTY
// RUN: %scatternd_run program.mlir --input=no_rows.npy --print=none --output=out_no_rows.npy
// RUN: mkfifo pipe.npy
// RUN: bash -c 'cat wide.npy > pipe.npy & %scatternd_run program.mlir --input=pipe.npy --print=none --expect=wide.npy --time=1'
// RUN: %scatternd_run program.mlir --entry=strided --input=wide.npy --print=none --output=arg0=out_strided.npy --check
// RUN: %scatternd_run program.mlir --entry=many --input=many.npy | FileCheck %s --check-prefix=MANY
// RUN: %python compare.py

// RUN: not %scatternd_run program.mlir --input=wide.npy --print=none --expect=bytes.npy 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// RUN: not %scatternd_run program.mlir --input=surrogate.npy 2>&1 | FileCheck %s --check-prefix=SURROGATE
// RUN: not %scatternd_run program.mlir --input=number.npy 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not %scatternd_run program.mlir --input=short.npy 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not %scatternd_run program.mlir --entry=nul --print=none --output=new.npy 2>&1 | FileCheck %s --check-prefix=NUL
// RUN: not %scatternd_run program.mlir --entry=not_utf8 --print=none --output=new.npy 2>&1 | FileCheck %s --check-prefix=NOT-UTF8
// RUN: not ls new.npy
// RUN: not %scatternd_run program.mlir --entry=null --print=all 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: not %scatternd_run program.mlir --entry=never_written --input=many.npy 2>&1 | FileCheck %s --check-prefix=NEVER-WRITTEN

// WIDE: result 0: tensor<2x3x!scatternd.string> = {{\[}}["a", "", "na\C3\AFve"], ["\F0\9F\99\82", "b\00c", "\22\\"]]
// EMPTY: result 0: tensor<1x3x!scatternd.string> = {{\[}}["", "", ""]]
// MANY: result 0: tensor<1000x!scatternd.string> = ["0", "1", "2", ..., "997", "998", "999"]

// DIFFERENT: error: result 0 and bytes.npy: 3 of 6 elements differ, first at [0, 1]: got "", expected "bc"
// SURROGATE: error: input 0: surrogate.npy: element [0, 1] has code point 0xd800, which UTF-8 cannot hold
// NUMBER: error: input 0: number.npy: expected dtype '<U' (!scatternd.string), but got '<f8'
// SHORT: error: input 0: short.npy: expected 24 bytes of elements (shape [1, 3]), but got 20
// NUL: error: cannot write new.npy: element [1] is "a\00", which a .npy file cannot hold: it ends in a NUL
// NOT-UTF8: error: cannot write new.npy: element [0] is "\FF", which a .npy file cannot hold: it is not UTF-8
// NULL: error: result 1 has a string of 2 bytes at [], but a null pointer for them
// NEVER-WRITTEN: error: argument 0 has a string of -1 bytes at [999], which no memory can hold

//--- program.mlir
func.func @main(%a: tensor<?x3x!scatternd.string>) -> tensor<?x3x!scatternd.string> {
  return %a : tensor<?x3x!scatternd.string>
}
func.func @strided(%a: memref<2x3x!scatternd.string, strided<[2, 5], offset: 1>>) {
  %u = memref.alloc() : memref<1x3x!scatternd.string>
  %i = memref.alloc() : memref<1x1xindex>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %c1, %i[%c0, %c0] : memref<1x1xindex>
  %first = memref.subview %a[0, 0] [1, 3] [1, 1] : memref<2x3x!scatternd.string, strided<[2, 5], offset: 1>> to memref<1x3x!scatternd.string, strided<[2, 5], offset: 1>>
  memref.copy %first, %u : memref<1x3x!scatternd.string, strided<[2, 5], offset: 1>> to memref<1x3x!scatternd.string>
  scatternd.scatter %u into %a[%i] : memref<1x3x!scatternd.string>, memref<1x1xindex> into memref<2x3x!scatternd.string, strided<[2, 5], offset: 1>>
  memref.dealloc %u : memref<1x3x!scatternd.string>
  memref.dealloc %i : memref<1x1xindex>
  return
}
func.func @many(%a: tensor<1000x!scatternd.string>) -> tensor<1000x!scatternd.string> {
  return %a : tensor<1000x!scatternd.string>
}
func.func @nul() -> tensor<2x!scatternd.string> {
  %0 = arith.constant dense<["a", "a\00"]> : tensor<2x!scatternd.string>
  return %0 : tensor<2x!scatternd.string>
}
func.func @not_utf8() -> tensor<2x!scatternd.string> {
  %0 = arith.constant dense<["\FF", "a"]> : tensor<2x!scatternd.string>
  return %0 : tensor<2x!scatternd.string>
}
func.func private @make(%address: i64, %size: i64) -> !scatternd.string {
  %data = llvm.inttoptr %address : i64 to !llvm.ptr
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, i64)>
  %1 = llvm.insertvalue %data, %0[0] : !llvm.struct<(ptr, i64)>
  %2 = llvm.insertvalue %size, %1[1] : !llvm.struct<(ptr, i64)>
  %3 = builtin.unrealized_conversion_cast %2 : !llvm.struct<(ptr, i64)> to !scatternd.string
  return %3 : !scatternd.string
}
func.func @null() -> (!scatternd.string, !scatternd.string) {
  %null = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %0 = call @make(%null, %null) : (i64, i64) -> !scatternd.string
  %1 = call @make(%null, %two) : (i64, i64) -> !scatternd.string
  return %0, %1 : !scatternd.string, !scatternd.string
}
func.func @never_written(%a: memref<1000x!scatternd.string>) {
  %minus_one = arith.constant -1 : i64
  %last = arith.constant 999 : index
  %0 = call @make(%minus_one, %minus_one) : (i64, i64) -> !scatternd.string
  memref.store %0, %a[%last] : memref<1000x!scatternd.string>
  return
}

//--- arrays.py
import numpy as np

wide = np.array([["a", "", "naïve"], ["🙂", "b\0c", '"\\']])
np.save("wide.npy", wide)
np.save("big_endian.npy", wide.astype(">U9"))
np.save("fortran.npy", np.asfortranarray(wide))
np.save("bytes.npy", np.array([[b"a", b"bc", b"na\xc3\xafve"], [b"", b"\0d", b'"\\']]))
np.save("empty.npy", np.array([["", "", ""]]))
np.save("no_rows.npy", np.zeros((0, 3), "<U5"))
np.save("many.npy", np.arange(1000).astype(str))
np.save("number.npy", np.zeros((1, 3)))
surrogate = np.array([["a", "b", "c"]])
surrogate.view(np.uint32)[0, 1] = 0xD800
np.save("surrogate.npy", surrogate)
np.save("short.npy", np.array([["aa", "b", "c"]]))
with open("short.npy", "r+b") as file:
    file.seek(0, 2)
    file.truncate(file.tell() - 4)

//--- compare.py
import numpy as np


def check(name: str, want: np.ndarray) -> None:
    got = np.load(f"out_{name}.npy")
    assert got.dtype.kind == "U" and got.shape == want.shape, (name, got)
    assert got.tolist() == want.tolist(), (name, got)


wide = np.load("wide.npy")
for name in ("wide", "big_endian", "fortran"):
    check(name, wide)
check("bytes", np.char.decode(np.load("bytes.npy"), "utf-8"))
check("empty", np.load("empty.npy"))
check("no_rows", np.load("no_rows.npy"))
check("strided", wide[[0, 0]])
