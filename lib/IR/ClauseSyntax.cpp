//===- ClauseSyntax.cpp - How clauses are written -------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClauseSyntax.h"

using namespace mlir;
using namespace mlir::scatternd;

/// Parses `(value)` of an enum clause into `attr`.
template <typename EnumAttrT>
static ParseResult parseEnumClause(OpAsmParser &parser, StringRef clause,
                                   EnumAttrT &attr) {
  using Enum = decltype(attr.getValue());
  StringRef keyword;
  if (parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  std::optional<Enum> value;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    value = symbolizeEnum<Enum>(keyword);
  if (!value) {
    auto diag = parser.emitError(loc, "expected ")
                << clause << " to be one of ";
    for (uint32_t i = 0; !stringifyEnum(Enum(i)).empty(); ++i)
      diag << (i ? ", " : "") << stringifyEnum(Enum(i));
    if (!keyword.empty())
      diag << ", but got " << keyword;
    return diag;
  }
  attr = EnumAttrT::get(parser.getContext(), *value);
  return parser.parseRParen();
}

static ParseResult parseBatchDims(OpAsmParser &parser, IntegerAttr &attr) {
  int64_t value = 0;
  StringRef keyword;
  if (parser.parseLParen())
    return failure();
  // parseInteger takes `true` as -1.
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    return parser.emitError(loc, "expected batch_dims to be an integer, but "
                                 "got ")
           << keyword;
  if (parser.parseInteger(value) || parser.parseRParen())
    return failure();
  attr = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

/// Parses clauses in their order, `keywords[i]` with `parsers[i]`.
static ParseResult
parseClauses(OpAsmParser &parser, ArrayRef<StringRef> keywords,
             ArrayRef<llvm::function_ref<ParseResult()>> parsers) {
  size_t next = 0;
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    if (failed(parser.parseOptionalKeyword(&keyword, keywords)))
      return success();
    size_t index = llvm::find(keywords, keyword) - keywords.begin();
    if (index < next) {
      auto diag = parser.emitError(loc, "expected clauses in the order ");
      llvm::interleaveComma(keywords, diag);
      return diag << ", each at most once, but got " << keyword << " after "
                  << keywords[next - 1];
    }
    if (parsers[index]())
      return failure();
    next = index + 1;
  }
}

template <typename EnumAttrT>
static void printEnumClause(OpAsmPrinter &printer, StringRef clause,
                            EnumAttrT attr) {
  // The default is the enum's first value, and is not printed.
  if (attr && static_cast<uint32_t>(attr.getValue()) != 0)
    printer << ' ' << clause << '(' << stringifyEnum(attr.getValue()) << ')';
}

ParseResult scatternd::parseScatterClauses(OpAsmParser &parser,
                                           ReductionAttr &reduction,
                                           OutOfBoundsAttr &outOfBounds,
                                           NegativeIndicesAttr &negativeIndices,
                                           IntegerAttr &batchDims,
                                           UnitAttr &unique) {
  return parseClauses(
      parser,
      {"reduction", "out_of_bounds", "negative_indices", "batch_dims",
       "unique"},
      {[&] { return parseEnumClause(parser, "reduction", reduction); },
       [&] { return parseEnumClause(parser, "out_of_bounds", outOfBounds); },
       [&] {
         return parseEnumClause(parser, "negative_indices", negativeIndices);
       },
       [&] { return parseBatchDims(parser, batchDims); },
       [&]() -> ParseResult {
         unique = parser.getBuilder().getUnitAttr();
         return success();
       }});
}

void scatternd::printScatterClauses(OpAsmPrinter &printer, Operation *op,
                                    ReductionAttr reduction,
                                    OutOfBoundsAttr outOfBounds,
                                    NegativeIndicesAttr negativeIndices,
                                    IntegerAttr batchDims, UnitAttr unique) {
  printEnumClause(printer, "reduction", reduction);
  printGatherClauses(printer, op, outOfBounds, negativeIndices, batchDims);
  if (unique)
    printer << " unique";
}

ParseResult scatternd::parseGatherClauses(OpAsmParser &parser,
                                          OutOfBoundsAttr &outOfBounds,
                                          NegativeIndicesAttr &negativeIndices,
                                          IntegerAttr &batchDims) {
  return parseClauses(
      parser, {"out_of_bounds", "negative_indices", "batch_dims"},
      {[&] { return parseEnumClause(parser, "out_of_bounds", outOfBounds); },
       [&] {
         return parseEnumClause(parser, "negative_indices", negativeIndices);
       },
       [&] { return parseBatchDims(parser, batchDims); }});
}

void scatternd::printGatherClauses(OpAsmPrinter &printer, Operation *,
                                   OutOfBoundsAttr outOfBounds,
                                   NegativeIndicesAttr negativeIndices,
                                   IntegerAttr batchDims) {
  printEnumClause(printer, "out_of_bounds", outOfBounds);
  printEnumClause(printer, "negative_indices", negativeIndices);
  if (batchDims && batchDims.getInt() != 0)
    printer << " batch_dims(" << batchDims.getInt() << ')';
}

static constexpr StringLiteral clauseNames[] = {
    "reduction", "out_of_bounds", "negative_indices", "batch_dims", "unique"};

ParseResult scatternd::parseOtherAttrs(OpAsmParser &parser,
                                       NamedAttrList &attributes) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attributes))
    return failure();
  for (StringRef clause : clauseNames)
    if (attributes.get(clause))
      return parser.emitError(loc, "expected ")
             << clause << " as a clause, not in the attribute dictionary";
  return success();
}

void scatternd::printOtherAttrs(OpAsmPrinter &printer, Operation *op,
                                DictionaryAttr) {
  printer.printOptionalAttrDict(llvm::to_vector(op->getDiscardableAttrs()));
}

ParseResult scatternd::parseNegativeIndices(OpAsmParser &parser,
                                            NegativeIndicesAttr &attr) {
  return failure(parser.parseKeyword("negative_indices") ||
                 parseEnumClause(parser, "negative_indices", attr));
}

void scatternd::printNegativeIndices(OpAsmPrinter &printer, Operation *,
                                     NegativeIndicesAttr attr) {
  printer << "negative_indices(" << stringifyEnum(attr.getValue()) << ')';
}

ParseResult scatternd::parseOperandName(OpAsmParser &parser,
                                        OperandNameAttr &attr) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<OperandName> name = symbolizeOperandName(keyword);
  if (!name)
    return parser.emitError(loc, "expected data, indices, updates or init, "
                                 "but got ")
           << keyword;
  attr = OperandNameAttr::get(parser.getContext(), *name);
  return success();
}

void scatternd::printOperandName(OpAsmPrinter &printer, Operation *,
                                 OperandNameAttr attr) {
  printer << stringifyOperandName(attr.getValue());
}
