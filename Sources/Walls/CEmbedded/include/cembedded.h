#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of a file of the sources, as they were when the program was built.
struct rb_embedded {
  const uint8_t *bytes;
  size_t count;
};

/// Finds a file by its folder and name, such as `Page/report.css`; without bytes where there is none.
struct rb_embedded rb_embedded_file(const char *name);
