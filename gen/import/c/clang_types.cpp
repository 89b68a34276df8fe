// Converts libclang's types to those of the importer.
#include <fmt/format.h>

#include "import/c/clang_tree.hpp"

namespace rtlgen::importer::c {

namespace {

/// `type` is canonical. Its size is queried only if it is a number: some types of libclang have no size.
std::optional<CType> number_of(CXType type) {
  const auto bits = [&] { return static_cast<int>(clang_Type_getSizeOf(type) * 8); };
  switch (type.kind) {
    case CXType_Float:
    case CXType_Double:
      return CType::floating(bits());
    case CXType_Half:
    case CXType_Float16:
      return CType::floating(16);
    case CXType_Bool:
      return CType::boolean();
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_WChar:
      return CType::integer(true, bits());
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
      return CType::integer(false, bits());
    case CXType_Enum: {  // unsigned if no member is negative, as in gcc; attributes can change that
      const CXType whole = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
      return whole.kind == CXType_Enum ? std::nullopt : number_of(whole);
    }
    default:
      return std::nullopt;
  }
}

/// Why a type that is not a number cannot be imported; empty if it holds no values itself.
std::string why_not(CXType type) {
  switch (type.kind) {
    case CXType_Vector:
    case CXType_ExtVector:
      return "contains vectors";
    case CXType_Complex:
      return "contains complex numbers";
    case CXType_Atomic:
      return "contains atomic values";
    case CXType_Int128:
    case CXType_UInt128:
      return "contains 128-bit numbers";
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Ibm128:
      return "contains numbers wider than 64 bits";
    case CXType_Invalid:  // the type of statements
    case CXType_Void:
    case CXType_Record:
    case CXType_Enum:  // incomplete
    case CXType_Pointer:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
      return "";
    default:
      return "is not supported";
  }
}

bool is_array(const CXType& t) {
  return t.kind == CXType_ConstantArray || t.kind == CXType_VariableArray || t.kind == CXType_IncompleteArray;
}

}  // namespace

Type type_of(CXType type) {
  Type out;
  out.spelling = text_of(clang_getTypeSpelling(type));
  CXType at = clang_getCanonicalType(type);
  // The canonical type of an array parameter is a pointer; the type as written is more specific.
  if (is_array(type)) at = type;
  if (is_array(at)) {
    out.kind = Type::Kind::kArray;
  } else if (at.kind == CXType_Pointer) {
    out.kind = Type::Kind::kPointer;
    at = clang_getCanonicalType(clang_getPointeeType(at));
    out.extents.emplace_back();
    while (at.kind == CXType_Pointer) {  // pointers to rows
      at = clang_getCanonicalType(clang_getPointeeType(at));
      out.extents.emplace_back();
    }
  } else if (at.kind == CXType_Void) {
    out.kind = Type::Kind::kVoid;
  } else if (at.kind == CXType_Record) {
    out.kind = Type::Kind::kRecord;
  }
  while (is_array(at)) {
    const long long size = clang_getArraySize(at);
    out.extents.push_back(size > 0 ? std::optional<std::int64_t>(size) : std::nullopt);
    const CXType element = clang_getArrayElementType(at);
    at = is_array(element) ? element : clang_getCanonicalType(element);
  }
  const auto number = number_of(at);
  out.has_number = number.has_value();
  if (number) out.number = *number;
  if (out.kind == Type::Kind::kOther && out.has_number) out.kind = Type::Kind::kNumber;
  const std::string why = out.has_number ? "" : why_not(at);
  if (!why.empty()) out.refusal = fmt::format("the type '{}' {}", out.spelling, why);
  return out;
}

}  // namespace rtlgen::importer::c
