#pragma once
// The fault of a text, thrown inside the wall and turned into a rb_json_problem at its edge.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "include/csimdjson.h"

namespace rb {

/// A place at which the text is no longer as expected.
struct Malformed {
  const uint8_t *place;  // nullptr if no place in the text is at fault
  std::string found;
  std::string expected;
  const uint8_t *document = nullptr;  // the start of its document, if that is known
};

/// Describes a place: line and byte, both from 1, and the line in which its document begins if that
/// is another: a document that was cut off takes the next ones for its own content.
std::string where(const uint8_t *text, const Malformed &malformed);

/// Runs `body`; no exception passes the wall.
template <typename Body>
int guarded(const uint8_t *text, struct rb_json_problem *problem, Body body) {
  try {
    body();
    return 0;
  } catch (const Malformed &malformed) {
    std::string found = malformed.found;
    if (malformed.place) found += where(text, malformed);
    *problem = {strdup(found.c_str()), strdup(malformed.expected.c_str())};
  } catch (const std::exception &failure) {
    *problem = {strdup(failure.what()), strdup("enough memory")};
  }
  return 1;
}

}  // namespace rb
