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

def MarkArgumentsPass : Pass<"scatternd-mark-arguments", "::mlir::ModuleOp"> {
  let summary = "says which arguments of public functions may be written";
  let description = [{
    The arguments of a public function belong to its caller, but
    one-shot-bufferize takes every argument as writable. This pass gives each
    tensor argument of a public function that says nothing itself
    `bufferization.writable = false` (or `true`, by option), and marks the
    functions whose memory `scatternd-deallocate` is to manage: those with
    tensors. What such a function allocates and frees itself gets
    `bufferization.manual_deallocation`. It runs before bufferization.
  }];
  let options = [
    Option<"writable", "writable", "bool", /*default=*/"false",
           "Mark the arguments writable instead (default: false)">,
  ];
}

def ExpandBranchesPass : Pass<"scatternd-expand-branches"> {
  let summary = "writes branches on tensors as one-shot-bufferize can take them";
  let description = [{
    Its analysis does not see that `cf.switch` passes a tensor on, and so writes
    to buffers that are read later; and it refuses a `cf.cond_br` of whose edges
    both go to one block. A switch that carries tensors becomes a chain of
    conditional branches, and a doubled edge gets a block of its own.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
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

def DeallocatePass : Pass<"scatternd-deallocate", "::mlir::ModuleOp"> {
  let summary = "adds deallocations to the functions that had tensors";
  let description = [{
    Upstream's ownership-based deallocation, for the functions that
    `scatternd-mark-arguments` marked: the others allocate and free as their
    author wrote. A result whose buffer can only be a fresh one or an argument
    that the function may write is returned as it is; the clone that would give
    the caller a buffer of its own is left out. So a caller frees a result
    unless its allocated pointer is an argument's or an earlier result's.
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
    can drop and specialise them.
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

def ExpandArithPass : Pass<"scatternd-expand-arith"> {
  let summary = "expands the arith ops that LLVM cannot be given";
  let description = [{
    Divisions that round up or down have no LLVM form. Conversions to bf16
    become instructions that flush subnormals, or calls of functions that are
    not everywhere; they are expanded to integer code. Upstream's whole
    `arith-expand` would also rewrite `maximumf` and `minimumf`, and lose the
    order of -0 and +0.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ReportToLLVMPass : Pass<"scatternd-report-to-llvm", "::mlir::ModuleOp"> {
  let summary = "turns reports into calls of the C runtime";
  let description = [{
    `scatternd.location` becomes the address of a constant C string, and each
    report a call of the function in `ScatterND/Runtime/Runtime.h` of the same
    name. Strings and declarations are made once a module. It runs once all
    scatter and gather ops are lowered.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
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

def CheckLoweredPass : Pass<"scatternd-check-lowered", "::mlir::ModuleOp"> {
  let summary = "fails where an op is left that is not of the LLVM dialect";
  let description = [{
    Upstream's conversions leave alone what they do not know, and say nothing.
    The pipeline ends with this pass, so that what it gives can be translated.
  }];
}

#endif // SCATTERND_TRANSFORMS_PASSES_TD
