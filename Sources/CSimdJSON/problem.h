#pragma once
// What is wrong with a text, thrown inside the wall and turned into a rb_json_problem at its edge.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "include/csimdjson.h"

namespace rb {

/// A place in the text where it stops being what was expected.
struct Malformed {
  const uint8_t *place;  // nullptr where no place in the text is to blame
  std::string found;
  std::string expected;
};

/// Says where a place is: line and byte, both from 1.
std::string where(const uint8_t *text, const uint8_t *place);

/// Runs `body`; no exception passes the wall.
template <typename Body>
int guarded(const uint8_t *text, struct rb_json_problem *problem, Body body) {
  try {
    body();
    return 0;
  } catch (const Malformed &malformed) {
    std::string found = malformed.found;
    if (malformed.place) found += where(text, malformed.place);
    *problem = {strdup(found.c_str()), strdup(malformed.expected.c_str())};
  } catch (const std::exception &failure) {
    *problem = {strdup(failure.what()), strdup("enough memory")};
  }
  return 1;
}

}  // namespace rb
