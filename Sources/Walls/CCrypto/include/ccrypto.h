#pragma once
/* A C wall around the system's libcrypto: SHA-256 of bytes that arrive in pieces. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rb_sha256;

/* Begins a sum; NULL if libcrypto has no SHA-256, or there is no memory. */
struct rb_sha256 *rb_sha256_begin(void);
bool rb_sha256_add(struct rb_sha256 *sum, const void *bytes, size_t count);
/* Writes the sum's 32 bytes. */
bool rb_sha256_end(struct rb_sha256 *sum, uint8_t *digest);
void rb_sha256_free(struct rb_sha256 *sum);

#ifdef __cplusplus
}
#endif
