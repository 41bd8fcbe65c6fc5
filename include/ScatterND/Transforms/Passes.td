//===- Passes.td - Passes ----------------------------------*- tablegen -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_TRANSFORMS_PASSES_TD
#define SCATTERND_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

defvar reportOption = Option<
    "report", "report", "::mlir::scatternd::ReportKind",
    /*default=*/"::mlir::scatternd::ReportKind::Call",
    "How a bad index or shape is reported at run time (default: call)",
    [{::mlir::scatternd::getReportKindValues()}]>;

def CheckResourcesPass
    : Pass<"scatternd-check-resources", "::mlir::ModuleOp"> {
  let summary = "checks the data of `dense_resource` constants";
  let description = [{
    Nothing upstream compares a resource's data with the type of the constant
    that it is for. This pass fails where there is no data or not as many bytes
    as the type says (an integer narrower than a byte takes one, a complex
    number's parts lie one after the other), where a byte of a narrow integer
    has more bits than the integer, and where a `memref.global` promises an
    alignment that the data does not have. Resources of no or one element become
    `dense`: upstream's conversions need their values. It runs first.
  }];
}

def LowerAffinePass : Pass<"scatternd-lower-affine"> {
  let summary = "lowers the affine dialect, and folds nothing else";
  let description = [{
    Upstream's patterns of `lower-affine`, applied in a walk. Upstream's pass
    folds whatever it meets on the way, and some folds of ops on tensors are
    wrong or crash: of a reshape of strings, of a comparison of a tensor with
    itself.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def StructureControlFlowPass
    : Pass<"scatternd-structure-control-flow", "::mlir::func::FuncOp"> {
  let summary = "writes branches as bufferization can take them";
  let description = [{
    In a function with tensors, branches between blocks become structured
    control flow (upstream's lifting): bufferization sees through these only in
    part. Values that are never used on the way are zeros and empty tensors, not
    poison.

    In any function, `scf.execute_region` is inlined, and `scf.index_switch`
    becomes a chain of `scf.if`: upstream's analysis does not see that it hands
    tensors on, and its lowering compares 32 bits only.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::complex::ComplexDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
  ];
}

def ExpandTensorOpsPass
    : Pass<"scatternd-expand-tensor-ops", "::mlir::func::FuncOp"> {
  let summary = "writes ops on tensors as bufferization can take them";
  let description = [{
    Elementwise ops on tensors become `linalg.generic`, and `linalg.softmax` and
    `tensor.concat` the ops that they stand for. `linalg.pack` and `unpack` read
    each element where it comes from. A `select` of whole tensors becomes an
    `scf.if`, since their extents may differ; a `vector.mask` around a transfer
    an operand of it. What has no elements is made without the slices that
    cannot start there. Nothing is folded on the way.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect",
  ];
}

def ExpandReallocsPass : Pass<"scatternd-expand-reallocs"> {
  let summary = "writes memref.realloc as an allocation and a copy";
  let description = [{
    A new buffer with what the old one has of it, which is freed. Upstream's
    expansion makes slices that are out of bounds where a buffer shrinks.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
  ];
}

def ExpandAtomicsPass : Pass<"scatternd-expand-atomics", "::mlir::ModuleOp"> {
  let summary = "writes loops for atomic updates that LLVM lacks";
  let description = [{
    `memref.generic_atomic_rmw`, products, and updates of bf16, 8-bit floats and
    integers narrower than a byte compare and exchange the element's bits until
    nobody else has written in between. Their result is the element before the
    update, as of LLVM's own instructions. It runs before deallocation, which
    does not take the former.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
  ];
}

def MarkArgumentsPass
    : Pass<"scatternd-mark-arguments", "::mlir::func::FuncOp"> {
  let summary = "says which arguments of public functions may be written";
  let description = [{
    The arguments of a public function belong to its caller, but
    one-shot-bufferize takes every argument as writable. This pass gives each
    tensor argument of a public function that says nothing itself
    `bufferization.writable = false` (or `true`, by option). It runs before
    bufferization.
  }];
  let options = [
    Option<"writable", "writable", "bool", /*default=*/"false",
           "Mark the arguments writable instead (default: false)">,
  ];
}

def MarkMemoryPass : Pass<"scatternd-mark-memory", "::mlir::ModuleOp"> {
  let summary = "says whose memory the pipeline manages";
  let description = [{
    What was a tensor is for `scatternd-deallocate` to free; a memref is its
    author's. This pass says so while the two can be told apart: functions with
    tensors get `scatternd.managed_memory`, results that are tensors
    `scatternd.tensor_result`, and arguments that a function may return as they
    are `scatternd.writable`. In functions with tensors, what the author
    allocates and frees, returns or hands to somebody who frees it gets
    `bufferization.manual_deallocation`. It runs before bufferization, after
    `scatternd-mark-arguments`.
  }];
}

def CopyHandedOnPass : Pass<"scatternd-copy-handed-on", "::mlir::ModuleOp"> {
  let summary = "copies tensors that are handed on by who does not own them";
  let description = [{
    The analysis of one-shot-bufferize takes it that a loop hands on, from one
    round to the next and to its results, only what it started with or allocated
    itself, and that the results of a call are different buffers. Where a loop
    carries a tensor from outside, a constant or one tensor twice, and where a
    function returns one tensor twice, this pass adds the copy that makes it
    true. So it does where an `scf.forall` inserts what another of its insertions
    overwrites. A `bufferization.materialize_in_destination` into a tensor that
    nobody else sees becomes a `linalg.copy`. Other programs stay as they are.
    Control flow must be structured.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect",
  ];
}

def CopyBeforeWritePass : Pass<"scatternd-copy-before-write"> {
  let summary = "gives every op on tensors a fresh copy to write to";
  let description = [{
    After it, bufferization has nothing to decide: no buffer is written that
    anything else reads. For comparing with what bufferization decides without
    it. (Upstream's `copy-before-write` crashes on calls.)
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def BufferizePass : Pass<"scatternd-bufferize", "::mlir::ModuleOp"> {
  let summary = "turns tensors into buffers by one-shot-bufferize";
  let description = [{
    Upstream's analysis decides what is in place. At the boundary of a function,
    tensors become memrefs without a layout. Results of private functions that
    are just an argument are left out. Slices that drop dimensions keep them, and
    are collapsed after: folds and patterns all over upstream misread the other
    form.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect",
  ];
}

def DeallocatePass : Pass<"scatternd-deallocate", "::mlir::ModuleOp"> {
  let summary = "adds deallocations to the functions that had tensors";
  let description = [{
    In functions that `scatternd-mark-memory` marked, each buffer has one owner:
    the block that allocates it, then whoever that block hands it to. A block
    frees what it still owns at its end; where the owner depends on the way that
    was taken, a flag goes with the buffer. Other functions allocate and free as
    their author wrote.

    Of a function, the caller frees a result unless its allocated pointer is an
    argument's or an earlier result's: callers inside compare these where the
    callee does not tell. A public function returns an argument that it may write
    as it is, without a clone; a private one any argument. Results that were
    memrefs are never cloned, and are their author's to free.

    It is here since upstream's ownership-based deallocation clones what a caller
    may have as it is, knows one rule for functions only, and crashes on some
    programs, as does its simplification.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
  ];
}

def ExportFunctionsPass
    : Pass<"scatternd-export-functions", "::mlir::ModuleOp"> {
  let summary = "gives public functions a C entry and keeps private ones inside";
  let description = [{
    Public functions with a body get `llvm.emit_c_interface`, so that
    `_mlir_ciface_NAME` exists; private ones get internal linkage, so that LLVM
    can drop and specialise them. An integer narrower than a byte that a public
    function returns alone is extended to one by zeros, as C reads it.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def LowerToLoopsPass : Pass<"scatternd-lower-to-loops", "::mlir::ModuleOp"> {
  let summary = "lowers scatter and gather on memrefs to loops";
  let description = [{
    Brings each op to row form and writes loops over its tuples, behind the
    run-time checks of shapes and bounds. A slice whose last dimension is
    contiguous in both operands is moved by `memref.copy` where that extent is
    static and nothing is combined, else by vectors and a rest of elements. Any
    other slice is moved element by element.

    Ops of the same types and clauses that occur more than once share one
    private function, since compiling a row loop costs far more than calling it.
    Under `report=assert` nothing is shared: an assertion has no location
    argument.

    An op that is on tensors, has a layout that is not strided or an element
    type that the lowering does not take is an error.
  }];
  let options = [
    reportOption,
    Option<"share", "share", "bool", /*default=*/"true",
           "Let equal ops share one private function (default: true)">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
  ];
}

def LowerToReferencePass
    : Pass<"scatternd-lower-to-reference", "::mlir::ModuleOp"> {
  let summary = "replaces scatter and gather on memrefs by the reference loop";
  let description = [{
    Each op becomes a call of `scatternd_reference`, a plain loop that
    `scatternd-run` has, with the clauses and the buffers' addresses, extents
    and strides. It is there to compare what the lowering computes with
    something that shares nothing with it.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
  ];
}

def ExpandCopiesPass : Pass<"scatternd-expand-copies"> {
  let summary = "writes loops for copies that no memcpy can do";
  let description = [{
    `memref.copy` becomes a memcpy only where both sides are contiguous, as far
    as the types say; else it calls the runner utilities' element-wise copy,
    which is slow and which not everybody links. This pass writes loops for
    those copies, whoever made them.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect",
  ];
}

def ExpandViewsPass : Pass<"scatternd-expand-views"> {
  let summary = "writes views of memrefs as addresses";
  let description = [{
    `memref.subview`, `expand_shape` and `collapse_shape` become arithmetic on
    offset, sizes and strides, and a `memref.reinterpret_cast`. As upstream's
    `expand-strided-metadata`, which crashes on two dynamic extents in one group
    and misreads slices that drop dimensions.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
  ];
}

def ExpandSmallFloatsPass : Pass<"scatternd-expand-small-floats"> {
  let summary = "computes with bf16 and 8-bit floats in f32";
  let description = [{
    LLVM must not see a conversion to bf16, which it makes an instruction that
    flushes subnormals, or a call of a function that is not everywhere; and it
    has no 8-bit floats. Ops of arith and math on them compute in f32, with
    conversions by integer code, and each rounds once: also where f64 or an
    integer is converted, and for `math.fma`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect",
  ];
}

def BFloat16ToBitsPass
    : Pass<"scatternd-bfloat16-to-bits", "::mlir::ModuleOp"> {
  let summary = "moves bf16 as integers of 16 bits";
  let description = [{
    LLVM converts a bf16 that lives from one block to another, or is an argument
    or a result, to f32 and back: by functions that are not everywhere, or by
    instructions that flush subnormals. So all bf16 becomes i16, at the boundary
    of functions too. It runs once `scatternd-expand-small-floats` has left only
    moves.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandArithPass : Pass<"scatternd-expand-arith"> {
  let summary = "expands the ops on scalars that LLVM cannot be given";
  let description = [{
    Divisions that round up or down have no LLVM form, and `math.fpowi` has one
    for exponents of 32 bits; and a vector transfer of one element has one where
    the last stride is 1, so that it becomes a load or store. Upstream's whole `arith-expand` would also rewrite
    `maximumf` and `minimumf`, and lose the order of -0 and +0.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect",
  ];
}

def ExpandAssertsPass : Pass<"scatternd-expand-asserts", "::mlir::ModuleOp"> {
  let summary = "makes assertions print their text before they abort";
  let description = [{
    Upstream's conversion of `cf.assert` calls `puts` and `abort`, and what
    `puts` holds back, where standard output is no terminal, is lost. Here all
    streams are written out in between. It runs once loops are branches.
  }];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect",
  ];
}

def RecastResourcesPass
    : Pass<"scatternd-recast-resources", "::mlir::ModuleOp"> {
  let summary = "gives globals with resources types that can be translated";
  let description = [{
    Upstream's translation to LLVM IR refuses a `dense_resource` of integers
    narrower than a byte or of complex numbers. A global in the LLVM dialect
    with one becomes an array of bytes, or of the numbers' parts: the same
    memory. And a global whose data has less alignment than the global promises,
    as bufferization makes them, promises what the data has.
  }];
}

def ConvertToLLVMPass
    : Pass<"scatternd-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "upstream's convert-to-llvm, which fails where it says so";
  let description = [{
    A pattern that reports an error, as where a module already has a symbol by
    the name of a C function, does not make `convert-to-llvm` fail: the op is left
    as it is. Here it does, and that error is the only one. Copies
    that a fold has given other types since `scatternd-expand-copies` are expanded
    before.
  }];
}

def CheckLoweredPass : Pass<"scatternd-check-lowered", "::mlir::ModuleOp"> {
  let summary = "fails where an op is left that is not of the LLVM dialect";
  let description = [{
    Upstream's conversions leave alone what they do not know, and say nothing.
    The pipeline ends with this pass, so that what it gives can be translated.
  }];
}

def CheckTranslationPass
    : Pass<"scatternd-check-translation", "::mlir::ModuleOp"> {
  let summary = "fails where a module cannot be translated to LLVM IR";
  let description = [{
    There are ops of the LLVM dialect that LLVM does not have, for some types.
    This pass translates the module, without its constants, and lets LLVM verify
    the result. Modules inside are not looked at.
  }];
}

#endif // SCATTERND_TRANSFORMS_PASSES_TD
