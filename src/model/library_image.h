// The library of a model as plain data: functions with bodies, calls for their effect and texts, in terms of
// numbered names, types and nodes of expressions. compile/library_image.h turns flat::Library into it and
// back. What kinds and operators are called is the business of `expr`, whose numbers stand here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/compiled_model.h"

namespace kerf::model {

struct TypeImage {
  uint8_t kind = 0;
  uint16_t detail = 0;
  std::vector<int32_t> dims;
};

// Operands come before their users.
struct NodeImage {
  uint8_t op = 0;
  uint32_t type = 0;
  // Of a leaf: its number, and a name or spelling.
  uint64_t bits = 0;
  uint32_t name = kNone;
  std::vector<uint32_t> operands;
};

// Elements come before what they are elements of.
struct ValueImage {
  uint8_t kind = 0;
  bool is_array = false;
  uint16_t detail = 0;
  uint64_t bits = 0;
  std::string text;
  std::vector<int32_t> dims;
  std::vector<uint32_t> elements;
  uint32_t function = kNone;
  std::vector<uint32_t> bound_inputs;
};

struct BranchImage {
  uint32_t condition = kNone;
  std::vector<uint32_t> body;
};

// Statements inside come before the one that they are in, and are in one only.
struct StatementImage {
  uint8_t kind = 0;
  uint32_t target = kNone;
  uint32_t value = kNone;
  uint32_t message = kNone;
  std::vector<BranchImage> branches;
};

struct LocalImage {
  uint32_t name = 0;
  uint32_t type = 0;
  std::vector<uint32_t> sizes;
  uint8_t role = 0;
  uint32_t function_type = kNone;
  uint32_t binding = kNone;
};

// Code that a model brings along, by where it lies on this machine (flat::CodeUnit).
struct UnitImage {
  std::vector<std::string> includes;
  std::vector<std::string> include_folders;
  std::vector<std::string> sources;
  std::vector<std::string> archives;
  std::vector<std::string> system_libraries;
  std::vector<std::string> macros;
  std::string missing;
};

// external "C" of a function that comes with Kerf, or of one that is part of a unit.
struct ExternalImage {
  std::string language;
  std::string name;
  uint32_t result = kNone;
  std::vector<uint32_t> arguments;
  std::optional<UnitImage> unit;
};

struct BodyImage {
  std::vector<LocalImage> variables;
  uint32_t n_inputs = 0;
  uint32_t n_outputs = 0;
  std::vector<uint32_t> statements;
  bool is_impure = false;
  bool is_partial = false;
  bool is_constructor = false;
  std::optional<ExternalImage> external;
};

// By the number that the function has in the compiler; body kNone: known by name alone.
struct FunctionImage {
  uint32_t name = 0;
  uint32_t n_outputs = 1;
  uint32_t body = kNone;
};

struct EnumerationImage {
  uint32_t name = 0;
  std::vector<uint32_t> literals;
};

struct RecordImage {
  uint32_t name = 0;
  // Names and types of fields, in turns.
  std::vector<uint32_t> fields;
};

struct CallImage {
  uint32_t scalar = kNone;
  uint32_t function = 0;
  std::vector<uint32_t> arguments;
  std::vector<uint8_t> is_given;
  uint32_t n_outputs = 0;
  std::vector<uint32_t> leaves;
};

struct DelayImage {
  // The function whose calls read the line.
  uint32_t function = 0;
  bool is_discrete = false;
  bool is_fixed = false;
};

// An external object: what it takes to make it again. The numbers of values of kind Object count from 1.
struct ObjectImage {
  uint32_t constructor = 0;
  uint16_t detail = 0;
  std::vector<uint32_t> arguments;
};

// Where a library lies on this machine.
struct FolderImage {
  std::string library;
  std::string folder;
};

struct LibraryPartImage {
  std::vector<CallImage> effects;
  std::vector<DelayImage> delays;
  // Messages of assertions, by number: a node, or kNone.
  std::vector<uint32_t> texts;
};

// As values, which can be copied.
struct LibraryTables {
  std::vector<std::string> names;
  std::vector<TypeImage> types;
  std::vector<NodeImage> nodes;
  std::vector<ValueImage> values;
  std::vector<StatementImage> statements;
  std::vector<BodyImage> bodies;
  std::vector<FunctionImage> functions;
  std::vector<EnumerationImage> enumerations;
  std::vector<RecordImage> records;
  // Names of classes of external objects.
  std::vector<uint32_t> object_classes;
  std::vector<CallImage> calls;
  std::vector<ObjectImage> objects;
  std::vector<FolderImage> folders;
  // Functions outside can be called.
  bool has_foreign = false;
  // Of the model, and of its problems of the start as far as it has them.
  std::vector<LibraryPartImage> parts;
};

class LibraryImage : public Library, public LibraryTables {};

}  // namespace kerf::model
