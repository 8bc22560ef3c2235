// The definitions of fmt that its headers leave to its library, of which Debian has no archive.
#include <fmt/format-inl.h>

namespace fmt {
inline namespace v9 {
namespace detail {
template thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template char decimal_point_impl<char>(locale_ref);
}  // namespace detail
}  // namespace v9
}  // namespace fmt
