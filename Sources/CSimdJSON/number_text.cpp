#include "number_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace rb {

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_number(std::string_view token) {
  size_t i = 0;
  auto digits = [&] {
    size_t start = i;
    while (i < token.size() && is_digit(token[i])) i++;
    return i - start;
  };
  if (i < token.size() && token[i] == '-') i++;
  size_t first = i, whole = digits();
  if (whole == 0 || (whole > 1 && token[first] == '0')) return false;
  if (i < token.size() && token[i] == '.') {
    i++;
    if (digits() == 0) return false;
  }
  if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
    i++;
    if (i < token.size() && (token[i] == '+' || token[i] == '-')) i++;
    if (digits() == 0) return false;
  }
  return i == token.size();
}

void append_number(std::string_view token, std::string &out) {
  size_t point = token.find('.');
  bool has_exponent = token.find_first_of("eE") != std::string_view::npos;
  if (point == std::string_view::npos && !has_exponent) {
    out.append(token);
    return;
  }
  // Two decimals of at most 15 digits are never the same double, so the shortest form of such a
  // one is itself, without the zeros at its end.
  if (!has_exponent && token.size() <= 16) {
    size_t end = token.size();
    while (token[end - 1] == '0') end--;
    out.append(token.substr(0, end - 1 == point ? point : end));
    return;
  }
  // Nobody sets a locale here, so the decimal point is a point.
  double value = std::strtod(std::string(token).c_str(), nullptr);
  double size = std::fabs(value);
  if (std::isinf(value)) {
    out.append(token);
    return;
  }
  char digits[32];
  auto format = size == 0 || (size >= 1e-7 && size < 1e21) ? std::chars_format::fixed
                                                            : std::chars_format::scientific;
  auto end = std::to_chars(digits, digits + sizeof digits, value, format).ptr;
  out.append(digits, end - digits);
}

}  // namespace rb
