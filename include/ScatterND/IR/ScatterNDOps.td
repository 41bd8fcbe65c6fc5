//===- ScatterNDOps.td - scatter, gather and reports -------*- tablegen -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_IR_OPS_TD
#define SCATTERND_IR_OPS_TD

include "ScatterND/IR/ScatterNDBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class ScatterND_Op<string mnemonic, list<Trait> traits = []>
    : Op<ScatterND_Dialect, mnemonic, traits>;

/// What scatter and gather share: operands data, indices and a third one in
/// ONNX's order, of tensors (one result) or of memrefs (none).
class ScatterND_IndexedOp<string mnemonic>
    : ScatterND_Op<mnemonic, [
          DeclareOpInterfaceMethods<ConditionallySpeculatable>,
          DeclareOpInterfaceMethods<DestinationStyleOpInterface>,
          DeclareOpInterfaceMethods<InferTypeOpInterface>,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
          DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>,
        ]> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let hasVerifier = 1;

  code commonDeclaration = [{
    /// Whether the operands are tensors (else they are memrefs).
    bool hasTensorSemantics() {
      return ::llvm::isa<::mlir::TensorType>(getData().getType());
    }

    /// The number of components of a tuple, k: what C6 derives from the ranks.
    int64_t getNumComponents() {
      return getData().getType().getRank() - getBatchDims() - getSliceRank();
    }

    /// The number of trailing dimensions that make up a slice, r - b - k.
    int64_t getSliceRank() {
      return getSlices().getType().getRank() -
             (getIndices().getType().getRank() - 1);
    }
  }];
}

def ScatterND_ScatterOp : ScatterND_IndexedOp<"scatter"> {
  let summary = "writes slices of updates into data where tuples of indices say";
  let description = [{
    ONNX ScatterND with a choice of reductions, of what happens out of bounds,
    and batch dimensions. A tuple has k components, the first b = `batch_dims`
    dimensions are shared by all operands, and tuples are taken in row-major
    order over all dimensions of `indices` but the last:

    ```
    result = copy of data
    for each tuple t:
        place = t[:b] followed by the tuple's components, each wrapped
        result[place] = combine(result[place], updates[t])
    ```

    On tensors the result is a value and `data` is unchanged; on memrefs `data`
    is written in place. k follows from the ranks (C6), so the last dimension of
    `indices` may be dynamic.

    Every tuple is checked before anything is written: under
    `out_of_bounds(error)`, the default, the first bad one is reported at run
    time and nothing is written. `docs/Scatter.md` has the whole meaning.

    Example:

    ```mlir
    %r = scatternd.scatter %updates into %data[%indices]
        : tensor<4xf32>, tensor<4x1xi64> into tensor<8xf32>
    %s = scatternd.scatter %rows into %table[%tokens] reduction(add)
        : tensor<5x64xf32>, tensor<5x1xi32> into tensor<?x64xf32>
    scatternd.scatter %values into %buffer[%places] out_of_bounds(drop)
        : memref<?xf32>, memref<?x2xindex> into memref<?x?xf32>
    ```
  }];
  let arguments = (ins
    ScatterND_TensorOrMemRef:$data,
    ScatterND_TensorOrMemRef:$indices,
    ScatterND_TensorOrMemRef:$updates,
    DefaultValuedAttr<ScatterND_ReductionAttr, "Reduction::None">:$reduction,
    DefaultValuedAttr<ScatterND_OutOfBoundsAttr,
                      "OutOfBounds::Error">:$out_of_bounds,
    DefaultValuedAttr<ScatterND_NegativeIndicesAttr,
                      "NegativeIndices::Wrap">:$negative_indices,
    DefaultValuedAttr<I64Attr, "0">:$batch_dims,
    UnitAttr:$unique
  );
  let assemblyFormat = [{
    $updates `into` $data `[` $indices `]`
    `` custom<ScatterClauses>($reduction, $out_of_bounds, $negative_indices,
                           $batch_dims, $unique)
    `` custom<OtherAttrs>(attr-dict) `:` type($updates) `,` type($indices) `into` type($data)
  }];
  let extraClassDeclaration = commonDeclaration # [{
    /// What is written in place on memrefs: data.
    ::mlir::Value getDestination() { return getData(); }

    /// The third operand, by the name that gather and scatter share.
    ::mlir::TypedValue<::mlir::ShapedType> getSlices() { return getUpdates(); }
  }];
}

def ScatterND_GatherOp : ScatterND_IndexedOp<"gather"> {
  let summary = "reads slices of data where tuples of indices say";
  let description = [{
    The inverse of `scatternd.scatter`, ONNX GatherND: the slice of `data` that
    tuple t names becomes slice t of the result. `init` gives the result's
    shape, and keeps its value where a tuple is dropped and where an error was
    reported.

    Example:

    ```mlir
    %g = scatternd.gather %data[%indices] into %init batch_dims(1)
        : tensor<2x8xf32>, tensor<2x3x1xi64> into tensor<2x3xf32>
    ```
  }];
  let arguments = (ins
    ScatterND_TensorOrMemRef:$data,
    ScatterND_TensorOrMemRef:$indices,
    ScatterND_TensorOrMemRef:$init,
    DefaultValuedAttr<ScatterND_OutOfBoundsAttr,
                      "OutOfBounds::Error">:$out_of_bounds,
    DefaultValuedAttr<ScatterND_NegativeIndicesAttr,
                      "NegativeIndices::Wrap">:$negative_indices,
    DefaultValuedAttr<I64Attr, "0">:$batch_dims
  );
  let assemblyFormat = [{
    $data `[` $indices `]` `into` $init
    `` custom<GatherClauses>($out_of_bounds, $negative_indices, $batch_dims)
    `` custom<OtherAttrs>(attr-dict) `:` type($data) `,` type($indices) `into` type($init)
  }];
  let extraClassDeclaration = commonDeclaration # [{
    /// What is written in place on memrefs: init.
    ::mlir::Value getDestination() { return getInit(); }

    /// The third operand, by the name that gather and scatter share.
    ::mlir::TypedValue<::mlir::ShapedType> getSlices() { return getInit(); }
  }];
}

//===----------------------------------------------------------------------===//
// Reports: made by the lowering, a call of the C runtime in the end
//===----------------------------------------------------------------------===//

/// The error handler is a place of its own: a report neither reads nor writes
/// any buffer, but it stays, and stays in order.
def ScatterND_ErrorHandler : Resource<"::mlir::scatternd::ErrorHandlerResource">;

def ScatterND_Operand
    : ScatterND_Enum<"OperandName", "an operand that a shape "
                       "report names; the numbers are the C runtime's", [
                         I32EnumAttrCase<"Data", 0, "data">,
                         I32EnumAttrCase<"Indices", 1, "indices">,
                         I32EnumAttrCase<"Updates", 2, "updates">,
                         I32EnumAttrCase<"Init", 3, "init">,
                       ]>;
def ScatterND_OperandAttr : ScatterND_EnumAttr<ScatterND_Operand, "operand">;

/// A dimension or a number of them.
def ScatterND_DimensionAttr : ConfinedAttr<I64Attr, [IntNonNegative]>;

class ScatterND_ReportOp<string mnemonic>
    : ScatterND_Op<mnemonic, [MemoryEffects<[MemWrite<ScatterND_ErrorHandler>]>]>;

def ScatterND_LocationOp : ScatterND_Op<"location", [Pure]> {
  let summary = "a location as text, for a report";
  let description = [{
    The text is the first file, line and column of an op's location, or
    `<unknown>`. It is an attribute, so that passes which merge ops do not merge
    different places.

    Example:

    ```mlir
    %location = scatternd.location "model.mlir:3:8"
    ```
  }];
  let arguments = (ins StrAttr:$text);
  let results = (outs ScatterND_LocationType:$result);
  let assemblyFormat = "$text attr-dict";
}

def ScatterND_ReportIndexOp : ScatterND_ReportOp<"report_index"> {
  let summary = "reports a component that is out of bounds";
  let description = [{
    `coordinate` is the component's place in indices, its last entry the number
    of the component; `dimension` is the dimension of data that it indexes.

    Example:

    ```mlir
    scatternd.report_index %value at [%t, %c], dimension 1 has %extent
        location %location negative_indices(wrap)
    ```
  }];
  let arguments = (ins ScatterND_LocationType:$location, I64:$value,
                       Variadic<Index>:$coordinate,
                       ScatterND_DimensionAttr:$dimension, Index:$extent,
                       ScatterND_NegativeIndicesAttr:$negative_indices);
  let assemblyFormat = [{
    $value `at` ` ` `[` $coordinate `]` `,` `dimension` $dimension `has` $extent
    `location` $location custom<NegativeIndices>($negative_indices) attr-dict
  }];
  let hasVerifier = 1;
}

def ScatterND_ReportExtentOp : ScatterND_ReportOp<"report_extent"> {
  let summary = "reports two extents that disagree (C7 to C9)";
  let description = [{
    Example:

    ```mlir
    scatternd.report_extent updates[0] is %a, indices[0] is %b
        location %location
    ```
  }];
  let arguments = (ins ScatterND_LocationType:$location, ScatterND_OperandAttr:$operand,
                       ScatterND_DimensionAttr:$dimension, Index:$extent,
                       ScatterND_OperandAttr:$other,
                       ScatterND_DimensionAttr:$other_dimension,
                       Index:$other_extent);
  let assemblyFormat = [{
    custom<OperandName>($operand) `[` $dimension `]` `is` $extent `,`
    custom<OperandName>($other) `[` $other_dimension `]` `is` $other_extent
    `location` $location attr-dict
  }];
}

def ScatterND_ReportComponentsOp : ScatterND_ReportOp<"report_components"> {
  let summary = "reports a number of components that the ranks do not leave (C6)";
  let description = [{
    Example:

    ```mlir
    scatternd.report_components indices[1] is %extent, data rank 3 and
        updates rank 2 leave 2 location %location
    ```
  }];
  let arguments = (ins ScatterND_LocationType:$location, ScatterND_DimensionAttr:$dimension,
                       Index:$extent, ScatterND_DimensionAttr:$data_rank,
                       ScatterND_OperandAttr:$operand,
                       ScatterND_DimensionAttr:$rank,
                       ScatterND_DimensionAttr:$components);
  let assemblyFormat = [{
    `indices` `[` $dimension `]` `is` $extent `,` `data` `rank` $data_rank `and`
    custom<OperandName>($operand) `rank` $rank `leave` $components
    `location` $location attr-dict
  }];
}

#endif // SCATTERND_IR_OPS_TD
