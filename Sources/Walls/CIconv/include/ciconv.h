#pragma once
/* A C wall around the system's iconv: bytes of an encoding, in pieces, to UTF-8. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a call ended. */
enum rb_decoded {
  RB_DECODED_ALL,  /* all bytes were read */
  RB_DECODED_FULL, /* there is no room for the next character */
  RB_DECODED_CUT,  /* the bytes end within a character */
  RB_DECODED_BAD   /* the next bytes are no character */
};

struct rb_decoder;

/* Begins a text; NULL if the system lacks the encoding, or there is no memory. */
struct rb_decoder *rb_decoder_begin(const char *encoding);

/*
 * Decodes as many bytes as it can. Adds the number of bytes read to `taken` and of bytes written to
 * `made`. With `bytes` NULL it ends the text: an encoding may keep its last character back.
 */
enum rb_decoded rb_decoder_add(
    struct rb_decoder *decoder, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *out,
    size_t room, size_t *made);

void rb_decoder_free(struct rb_decoder *decoder);

#ifdef __cplusplus
}
#endif
