#include <errno.h>
#include <iconv.h>

#include "include/ciconv.h"

// A decoder is iconv's own.
static iconv_t own(struct rb_decoder *decoder) { return (iconv_t)decoder; }

struct rb_decoder *rb_decoder_begin(const char *encoding) {
  iconv_t made = iconv_open("UTF-8", encoding);
  return made == (iconv_t)-1 ? NULL : (struct rb_decoder *)made;
}

enum rb_decoded rb_decoder_add(
    struct rb_decoder *decoder, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *out,
    size_t room, size_t *made) {
  char *in = (char *)bytes, *to = (char *)out;
  size_t rest = count, space = room;
  size_t result = bytes ? iconv(own(decoder), &in, &rest, &to, &space)
                        : iconv(own(decoder), NULL, NULL, &to, &space);
  int error = result == (size_t)-1 ? errno : 0;
  if (bytes) *taken += count - rest;
  *made += room - space;
  switch (error) {
    case 0: return RB_DECODED_ALL;
    case E2BIG: return RB_DECODED_FULL;
    case EINVAL: return RB_DECODED_CUT;
    default: return RB_DECODED_BAD;
  }
}

void rb_decoder_free(struct rb_decoder *decoder) {
  if (decoder) iconv_close(own(decoder));
}
