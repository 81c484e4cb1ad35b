#pragma once
#include <string>
#include <string_view>

namespace rb {

/// Whether a token is a JSON number.
bool is_number(std::string_view token);

/// Appends a JSON number: one without a fraction by all of its digits, with an exponent up to 1e21;
/// any other in the shortest form that reads back as the same double, without an exponent between
/// 1e-7 and 1e21. A number beyond all doubles stays as it is.
void append_number(std::string_view token, std::string &out);

}  // namespace rb
