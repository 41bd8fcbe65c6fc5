//===- ClauseSyntax.h - How clauses are written -----------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_LIB_IR_CLAUSESYNTAX_H
#define SCATTERND_LIB_IR_CLAUSESYNTAX_H

#include "ScatterND/IR/ScatterND.h"

namespace mlir {
namespace scatternd {

// The custom directives of the ops' assembly formats. Clauses stand in one
// order, each at most once; a default may be written and is not printed.

ParseResult parseScatterClauses(OpAsmParser &parser, ReductionAttr &reduction,
                                OutOfBoundsAttr &outOfBounds,
                                NegativeIndicesAttr &negativeIndices,
                                IntegerAttr &batchDims, UnitAttr &unique);
void printScatterClauses(OpAsmPrinter &printer, Operation *op,
                         ReductionAttr reduction, OutOfBoundsAttr outOfBounds,
                         NegativeIndicesAttr negativeIndices,
                         IntegerAttr batchDims, UnitAttr unique);

ParseResult parseGatherClauses(OpAsmParser &parser,
                               OutOfBoundsAttr &outOfBounds,
                               NegativeIndicesAttr &negativeIndices,
                               IntegerAttr &batchDims);
void printGatherClauses(OpAsmPrinter &printer, Operation *op,
                        OutOfBoundsAttr outOfBounds,
                        NegativeIndicesAttr negativeIndices,
                        IntegerAttr batchDims);

/// `attr-dict`, which may not say again what a clause says.
ParseResult parseOtherAttrs(OpAsmParser &parser, NamedAttrList &attributes);
void printOtherAttrs(OpAsmPrinter &printer, Operation *op,
                     DictionaryAttr attributes);

ParseResult parseNegativeIndices(OpAsmParser &parser,
                                 NegativeIndicesAttr &attr);
void printNegativeIndices(OpAsmPrinter &printer, Operation *op,
                          NegativeIndicesAttr attr);

ParseResult parseOperandName(OpAsmParser &parser, OperandNameAttr &attr);
void printOperandName(OpAsmPrinter &printer, Operation *op,
                      OperandNameAttr attr);

} // namespace scatternd
} // namespace mlir

#endif // SCATTERND_LIB_IR_CLAUSESYNTAX_H
