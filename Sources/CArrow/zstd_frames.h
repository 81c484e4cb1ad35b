#pragma once

#include <arrow/result.h>

#include <cstdint>

/* Unpacks a zstd file whose frames all say how long they are, as most writers' do: straight into
   memory of the right size, several frames at a time. Returns false, and nothing in *out, where that
   is not so or a frame is damaged: reading it as a stream then tells what is wrong. */
bool unpack_zstd_frames(const char *path, int threads, uint8_t **out, int64_t *length);
