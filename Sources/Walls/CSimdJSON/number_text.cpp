#include "number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
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

/// Appends the digits of a number without a fraction; false if it has one, or, with an exponent,
/// more than 21 digits.
static bool append_whole(std::string_view token, std::string &out) {
  const size_t end = token.find_first_of("eE");
  int exponent = 0;
  if (end != std::string_view::npos) {
    const size_t first = end + 1 + (token[end + 1] == '+');
    auto read = std::from_chars(token.data() + first, token.data() + token.size(), exponent);
    if (read.ec != std::errc() || exponent < -10000 || exponent > 20) return false;
  }
  const bool is_negative = token.front() == '-';
  std::string digits(token.substr(is_negative, end - is_negative));
  const size_t point = std::min(digits.find('.'), digits.size());
  const int64_t count = static_cast<int64_t>(point) + exponent;
  if (count <= 0 || (end != std::string_view::npos && count > 21)) return false;
  if (point < digits.size()) digits.erase(point, 1);
  const size_t whole = static_cast<size_t>(count);
  if (digits.size() > whole && digits.find_first_not_of('0', whole) != std::string::npos)
    return false;
  digits.resize(whole, '0');
  if (is_negative) out += '-';
  out.append(digits, std::min(digits.find_first_not_of('0'), whole - 1));
  return true;
}

void append_number(std::string_view token, std::string &out) {
  size_t point = token.find('.');
  bool has_exponent = token.find_first_of("eE") != std::string_view::npos;
  if (point == std::string_view::npos && !has_exponent) {
    out.append(token);
    return;
  }
  // Two decimals of at most 15 digits are never the same double, so the shortest form of such a
  // decimal is itself, without the zeros at its end.
  if (!has_exponent && token.size() <= 16) {
    size_t end = token.size();
    while (token[end - 1] == '0') end--;
    out.append(token.substr(0, end - 1 == point ? point : end));
    return;
  }
  // Every digit of a key counts; a double keeps only fifteen for certain.
  if (append_whole(token, out)) return;
  // The process sets no locale, so the decimal point is a point.
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
