//===- ScatterNDBase.td - Dialect, enums and types ---------*- tablegen -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_IR_BASE_TD
#define SCATTERND_IR_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DataLayoutInterfaces.td"

def ScatterND_Dialect : Dialect {
  let name = "scatternd";
  let cppNamespace = "::mlir::scatternd";
  let summary = "ScatterND, its inverse GatherND, and how they report errors";
  let description = [{
    `scatternd.scatter` writes slices into a tensor or buffer at places that
    tuples of indices name: ONNX ScatterND with its reductions, a choice of
    what happens out of bounds, and batch dimensions. `scatternd.gather` is its
    inverse. Both work on tensors and on memrefs.

    The meaning of the operations, the constraints C1 to C10 and the messages
    are in `docs/Scatter.md`.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

class ScatterND_Enum<string name, string description,
                     list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, description, cases> {
  let cppNamespace = "::mlir::scatternd";
  let genSpecializedAttr = 0;
}

class ScatterND_EnumAttr<EnumInfo info, string mnemonicName>
    : EnumAttr<ScatterND_Dialect, info, mnemonicName> {
  // `#scatternd.reduction<add>`; the operations' own text is printed and parsed
  // by their clause directive.
  let assemblyFormat = "`<` $value `>`";
}

def ScatterND_Reduction
    : ScatterND_Enum<"Reduction", "how an update is combined with what data holds", [
                         I32EnumAttrCase<"None", 0, "none">,
                         I32EnumAttrCase<"Add", 1, "add">,
                         I32EnumAttrCase<"Mul", 2, "mul">,
                         I32EnumAttrCase<"Max", 3, "max">,
                         I32EnumAttrCase<"Min", 4, "min">,
                       ]>;
def ScatterND_ReductionAttr
    : ScatterND_EnumAttr<ScatterND_Reduction, "reduction">;

def ScatterND_OutOfBounds
    : ScatterND_Enum<"OutOfBounds", "what happens to a tuple that is out of bounds", [
                         I32EnumAttrCase<"Error", 0, "error">,
                         I32EnumAttrCase<"Drop", 1, "drop">,
                         I32EnumAttrCase<"Clamp", 2, "clamp">,
                         I32EnumAttrCase<"Assume", 3, "assume">,
                       ]>;
def ScatterND_OutOfBoundsAttr
    : ScatterND_EnumAttr<ScatterND_OutOfBounds, "out_of_bounds">;

def ScatterND_NegativeIndices
    : ScatterND_Enum<"NegativeIndices", "what a negative component means", [
                         I32EnumAttrCase<"Wrap", 0, "wrap">,
                         I32EnumAttrCase<"Invalid", 1, "invalid">,
                       ]>;
def ScatterND_NegativeIndicesAttr
    : ScatterND_EnumAttr<ScatterND_NegativeIndices, "negative_indices">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def ScatterND_StringType
    : TypeDef<ScatterND_Dialect, "String",
              [DeclareTypeInterfaceMethods<DataLayoutTypeInterface>,
               DeclareTypeInterfaceMethods<MemRefElementTypeInterface>]> {
  let mnemonic = "string";
  let summary = "an ONNX string: immutable UTF-8 bytes";
  let description = [{
    The element type of ONNX string tensors: bytes that nobody changes, NULs and
    the empty string included.

    In memory, an element is the address of the bytes and their number:
    `scatternd_string` of `ScatterND/Runtime/Runtime.h`, 16 bytes at a multiple
    of 8. The address of an empty string may be null. Whoever owns the tensor
    that a program was given owns its bytes, and the program those of its
    constants. Ops move elements, and neither copy nor free bytes: a result
    shares them with the tensors that it was made from.

    Constants are `dense<["a", "b\00c", ""]> : tensor<3x!scatternd.string>`, with
    MLIR's escapes. Every byte is taken as it is, also one that is not UTF-8.
  }];
}

def ScatterND_LocationType : TypeDef<ScatterND_Dialect, "Location"> {
  let mnemonic = "location";
  let summary = "where in a program an op is, for its reports";
  let description = [{
    What `scatternd.location` gives. Functions that several ops share take it as
    an argument; in the LLVM dialect, it is the address of a C string.
  }];
}

/// What C1 admits: ranked tensors and ranked memrefs. The rest of C1 (all
/// operands of one kind) compares operands with each other.
def ScatterND_TensorOrMemRef
    : AnyTypeOf<[AnyRankedTensor, AnyMemRef], "ranked tensor or memref",
                "::mlir::ShapedType">;

#endif // SCATTERND_IR_BASE_TD
