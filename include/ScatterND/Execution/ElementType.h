//===- ElementType.h - Element types of host buffers ------------*- C++ -*-===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SCATTERND_EXECUTION_ELEMENTTYPE_H
#define SCATTERND_EXECUTION_ELEMENTTYPE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/APFloat.h"
#include <optional>
#include <string>

namespace mlir::scatternd {

/// An element type as host memory holds it: what the contract's rule 6 lists.
/// In memory every integer narrower than a byte (i1 too) takes one byte whose
/// upper bits are zero, `index` takes eight, a complex number is its real part
/// followed by its imaginary part, and a string is a `scatternd_string` of the
/// C runtime's header.
///
/// Code that handles elements switches on the kind and reads bits through
/// `loadBits`, or strings through `loadString`: their bytes lie elsewhere, and
/// what is said of bits and parts below is not defined for them.
class ElementType {
public:
  enum class Kind {
    SignlessInteger,
    SignedInteger,
    UnsignedInteger,
    Index,
    Float,
    Complex,
    String
  };

  /// The type that MLIR writes as `text` ("f32", "complex<f64>", "ui8", "i1",
  /// "index", "f8E4M3FN", "!scatternd.string", ...); nothing if it is none of
  /// those handled here.
  static std::optional<ElementType> parse(StringRef text);

  Kind getKind() const { return kind; }

  /// MLIR's text for the type.
  std::string getName() const;

  /// Bits of the value, of one part for complex types. 64 for `index`, 128 for
  /// strings.
  unsigned getWidth() const { return width; }

  /// Bytes of one element in memory.
  unsigned getByteSize() const { return getNumParts() * getPartByteSize(); }

  /// 2 for complex types, else 1.
  unsigned getNumParts() const { return kind == Kind::Complex ? 2 : 1; }
  unsigned getPartByteSize() const { return (width + 7) / 8; }

  /// What an element's address is a multiple of, in a struct of several.
  unsigned getAlignment() const {
    return kind == Kind::String ? sizeof(void *) : getPartByteSize();
  }

  bool isString() const { return kind == Kind::String; }
  bool isBool() const { return kind == Kind::SignlessInteger && width == 1; }
  bool isFloatOrComplex() const {
    return kind == Kind::Float || kind == Kind::Complex;
  }
  /// Whether integers of this type are compared and printed as unsigned ones:
  /// `uiN`, and i1.
  bool isUnsigned() const { return kind == Kind::UnsignedInteger || isBool(); }

  /// The format of a float, or of a complex number's parts.
  const llvm::fltSemantics &getSemantics() const { return *semantics; }

  /// The bits of part `part` of the element at `element`, upper bits zero. Bits
  /// beyond the width in a narrow integer's byte are ignored.
  uint64_t loadBits(const char *element, unsigned part = 0) const;
  /// Writes the low `getWidth()` bits of `bits`, and zeros above them.
  void storeBits(char *element, uint64_t bits, unsigned part = 0) const;

  /// The bytes that the string at `element` points to. They stay with whoever
  /// owns them.
  static StringRef loadString(const char *element);
  /// Lets the string at `element` point to `bytes`, which must outlive it;
  /// `HostBuffer::storeString` keeps a copy instead.
  static void storeString(char *element, StringRef bytes);

  /// The value of an integer (or index) whose bits are `bits`, extended by its
  /// signedness. Values of ui64 above INT64_MAX come out negative.
  int64_t extendInteger(uint64_t bits) const;

  /// The value of the float, or complex part, whose bits are `bits`.
  llvm::APFloat toFloat(uint64_t bits) const;

  bool operator==(const ElementType &other) const {
    return kind == other.kind && width == other.width &&
           semantics == other.semantics;
  }
  bool operator!=(const ElementType &other) const { return !(*this == other); }

private:
  ElementType(Kind kind, unsigned width,
              const llvm::fltSemantics *semantics = nullptr)
      : kind(kind), width(width), semantics(semantics) {}

  Kind kind;
  unsigned width;
  const llvm::fltSemantics *semantics;
};

} // namespace mlir::scatternd

#endif // SCATTERND_EXECUTION_ELEMENTTYPE_H
