#pragma once
#include <curl/curl.h>

#include "include/ccurl.h"

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl: found a version before 7.80; expected that or a newer one"
#endif

struct rb_net {
  CURLM *multi;
  /* The sockets of connections that have had an answer of HTTP/1 and may be used again. */
  curl_socket_t *kept;
  size_t kept_count, kept_room;
};

/* Whether a kept connection between these addresses is closed, or has unrequested input. */
bool rb_net_has_input(const struct rb_net *net, const char *server, int server_port, const char *client,
                      int client_port);
/* Records that the socket belongs to a new connection. */
void rb_net_forget(struct rb_net *net, curl_socket_t socket);

struct rb_exchange {
  /* The net on which it is under way; NULL before its start. */
  struct rb_net *net;
  CURL *easy;
  CURLU *url;
  struct curl_slist *fields;
  struct rb_receiver receiver;
  struct rb_source source;
  /* The number of times that the request was about to be sent. */
  int sends;
  /* Whether it was held back from a connection that no request can trust. */
  bool is_held_back;
  char text[CURL_ERROR_SIZE];
};
