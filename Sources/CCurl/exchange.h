#pragma once
#include <curl/curl.h>

#include "include/ccurl.h"

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl: found a version before 7.80; expected that or a newer one"
#endif

struct rb_exchange {
  CURL *easy;
  CURLU *url;
  struct curl_slist *fields;
  struct rb_receiver receiver;
  struct rb_source source;
  /* How often the request was about to be sent. */
  int sends;
  char text[CURL_ERROR_SIZE];
};
