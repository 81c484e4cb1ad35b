#pragma once
// Turns Arrow's Result and Status into the wall's return code and message.
#include <arrow/result.h>
#include <arrow/status.h>
#include <arrow/util/compression.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "include/carrow.h"

inline int rb_fail(const std::string &message, char **error) {
  if (error) *error = strdup(message.c_str());
  return 1;
}

/// Runs `body`, which returns an arrow::Status; no exception passes the wall.
template <typename Body>
int rb_guarded(char **error, Body body) {
  try {
    arrow::Status status = body();
    if (status.ok()) return 0;
    // The detail has the operating system's message.
    const auto &detail = status.detail();
    return rb_fail(detail ? status.message() + ": " + detail->ToString() : status.message(), error);
  } catch (const std::exception &problem) {
    return rb_fail(problem.what(), error);
  }
}

inline arrow::Result<std::unique_ptr<arrow::util::Codec>> make_codec(enum rb_codec codec) {
  return arrow::util::Codec::Create(codec == RB_GZIP    ? arrow::Compression::GZIP
                                    : codec == RB_BZIP2 ? arrow::Compression::BZ2
                                                        : arrow::Compression::ZSTD);
}
