// Numbers, texts and lists to and from bytes, in the order of the machine (a file names its order). A type
// says its fields once, in fields.h, for both directions.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/id.h"
#include "base/store.h"

namespace kerf::model {

// How many values an enumeration has; a file with another one is refused.
template <typename Enum>
struct EnumCount;

// Elements that are copied as a block.
template <typename T>
inline constexpr bool kIsPlain = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

class Writer {
 public:
  static constexpr bool kReads = false;

  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (Put(fields), ...);
  }
  [[nodiscard]] auto bytes() const -> const std::string& { return bytes_; }

 private:
  template <typename T>
  void Put(const T& value) {
    if constexpr (kIsPlain<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>) {
      Put(static_cast<uint8_t>(value));
    } else {
      Fields(*this, value);
    }
  }
  void Put(const std::string& text) {
    Put(uint64_t{text.size()});
    bytes_ += text;
  }
  template <typename Tag>
  void Put(const base::Id<Tag>& id) {
    Put(id.index);
  }
  template <typename T>
  void Put(const std::optional<T>& value) {
    Put(value.has_value());
    if (value) Put(*value);
  }
  template <typename T>
  void Put(const std::vector<T>& list) {
    Put(uint64_t{list.size()});
    if constexpr (kIsPlain<T>) {
      bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
    } else {
      for (const T& element : list) Put(element);
    }
  }
  template <typename Id, typename T, uint32_t kLog>
  void Put(const base::Store<Id, T, kLog>& store) {
    Put(uint64_t{store.size()});
    for (const Id id : store.ids()) Put(store[id]);
  }

  std::string bytes_;
};

// Trusts nothing: what does not fit makes it fail, and a list grows no faster than bytes are there for it.
class Reader {
 public:
  static constexpr bool kReads = true;

  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (Get(fields), ...);
  }
  [[nodiscard]] auto is_good() const -> bool { return is_good_; }
  [[nodiscard]] auto IsAtEnd() const -> bool { return rest_.empty(); }

 private:
  template <typename T>
  void Get(T& value) {
    if constexpr (kIsPlain<T>) {
      if (rest_.size() < sizeof value) return Fail();
      rest_.copy(reinterpret_cast<char*>(&value), sizeof value);
      rest_.remove_prefix(sizeof value);
    } else if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte = 0;
      Get(byte);
      if (byte > 1) Fail();
      value = byte != 0;
    } else if constexpr (std::is_enum_v<T>) {
      uint8_t byte = 0;
      Get(byte);
      if (byte >= EnumCount<T>::kValue) return Fail();
      value = static_cast<T>(byte);
    } else {
      Fields(*this, value);
    }
  }
  void Get(std::string& text) {
    const uint64_t size = GetCount(1);
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  template <typename Tag>
  void Get(base::Id<Tag>& id) {
    Get(id.index);
  }
  template <typename T>
  void Get(std::optional<T>& value) {
    bool has_value = false;
    Get(has_value);
    if (has_value) Get(value.emplace());
  }
  template <typename T>
  void Get(std::vector<T>& list) {
    if constexpr (kIsPlain<T>) {
      const uint64_t count = GetCount(sizeof(T));
      list.resize(count);
      rest_.copy(reinterpret_cast<char*>(list.data()), count * sizeof(T));
      rest_.remove_prefix(count * sizeof(T));
    } else {
      const uint64_t count = GetCount(1);
      for (uint64_t k = 0; k < count && is_good_; ++k) Get(list.emplace_back());
    }
  }
  template <typename Id, typename T, uint32_t kLog>
  void Get(base::Store<Id, T, kLog>& store) {
    const uint64_t count = GetCount(1);
    for (uint64_t k = 0; k < count && is_good_; ++k) {
      T element{};
      Get(element);
      store.Add(std::move(element));
    }
  }
  // A count of elements that have at least `size` bytes each; 0 after a failure.
  auto GetCount(uint64_t size) -> uint64_t {
    uint64_t count = 0;
    Get(count);
    if (!is_good_ || count > rest_.size() / size || count >= UINT32_MAX) Fail();
    return is_good_ ? count : 0;
  }
  void Fail() { is_good_ = false; }

  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace kerf::model
