#include "exchange.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static size_t line_arrived(char *bytes, size_t size, size_t count, void *context) {
  struct rb_receiver *receiver = &((struct rb_exchange *)context)->receiver;
  return receiver->line(receiver->context, bytes, size * count) ? size * count : 0;
}

static size_t body_arrived(char *bytes, size_t size, size_t count, void *context) {
  struct rb_receiver *receiver = &((struct rb_exchange *)context)->receiver;
  if (!size || !count) return 0;
  bool goes_on = receiver->body(receiver->context, (const uint8_t *)bytes, size * count);
  return goes_on ? size * count : 0;
}

static size_t body_wanted(char *bytes, size_t size, size_t count, void *context) {
  struct rb_source *source = &((struct rb_exchange *)context)->source;
  int64_t given = source->read(source->context, (uint8_t *)bytes, size * count);
  return given < 0 ? CURL_READFUNC_ABORT : (size_t)given;
}

// libcurl sends a request again on its own if a reused connection ends without an answer. The
// server may have acted on it already, and the caller counts requests: so it is sent once.
//
// libcurl would take an unrequested answer that waits on a kept connection for this request's: so
// the request is not sent there, and begins again on a new connection.
static int about_to_send(void *context, char *server, char *client, int server_port,
                         int client_port) {
  struct rb_exchange *exchange = context;
  if (exchange->sends) return CURL_PREREQFUNC_ABORT;
  exchange->is_held_back = rb_net_has_input(exchange->net, server, server_port, client, client_port);
  if (exchange->is_held_back) return CURL_PREREQFUNC_ABORT;
  exchange->sends = 1;
  return CURL_PREREQFUNC_OK;
}

static int connection_begins(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)purpose;
  struct rb_exchange *exchange = context;
  rb_net_forget(exchange->net, socket);
  return CURL_SOCKOPT_OK;
}

#define SET(option, value) (curl_easy_setopt(exchange->easy, (option), (value)) == CURLE_OK)

/// Sets the options of every exchange.
static bool prepare(struct rb_exchange *exchange) {
  bool is_set = SET(CURLOPT_PRIVATE, exchange) && SET(CURLOPT_ERRORBUFFER, exchange->text) &&
                SET(CURLOPT_HEADERFUNCTION, line_arrived) && SET(CURLOPT_HEADERDATA, exchange) &&
                SET(CURLOPT_WRITEFUNCTION, body_arrived) && SET(CURLOPT_WRITEDATA, exchange) &&
                SET(CURLOPT_PREREQFUNCTION, about_to_send) && SET(CURLOPT_PREREQDATA, exchange) &&
                SET(CURLOPT_SOCKOPTFUNCTION, connection_begins) && SET(CURLOPT_SOCKOPTDATA, exchange) &&
                // A server that is gone silently ends the exchange, even before its time limit.
                SET(CURLOPT_TCP_KEEPALIVE, 1L) && SET(CURLOPT_TCP_KEEPIDLE, 30L) &&
                SET(CURLOPT_TCP_KEEPINTVL, 10L) && SET(CURLOPT_NOSIGNAL, 1L) && SET(CURLOPT_FOLLOWLOCATION, 0L) &&
                SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L) && SET(CURLOPT_HTTP09_ALLOWED, 0L) &&
                SET(CURLOPT_SSL_VERIFYPEER, 1L) && SET(CURLOPT_SSL_VERIFYHOST, 2L) &&
                SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
#if LIBCURL_VERSION_NUM >= 0x075500
  is_set = is_set && SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  is_set = is_set && SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
  // An exchange that is dropped while its host is looked up does not hold up the others.
  is_set = is_set && SET(CURLOPT_QUICK_EXIT, 1L);
#endif
  return is_set;
}

/// The method; POST, PUT and PATCH always name their body's length.
static bool set_method(struct rb_exchange *exchange, const char *method) {
  bool has_body = strcmp(method, "POST") == 0 || strcmp(method, "PUT") == 0 || strcmp(method, "PATCH") == 0;
  return SET(CURLOPT_CUSTOMREQUEST, method) && (!has_body || rb_exchange_body(exchange, NULL, 0));
}

struct rb_exchange *rb_exchange_make(const char *method, struct rb_receiver receiver) {
  struct rb_exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) return NULL;
  exchange->receiver = receiver;
  exchange->easy = curl_easy_init();
  exchange->url = curl_url();
  if (exchange->easy && exchange->url && prepare(exchange) && set_method(exchange, method))
    return exchange;
  rb_exchange_drop(NULL, exchange);
  return NULL;
}

/// Whether libcurl reads a part of the URL as the caller does.
static bool has_part(struct rb_exchange *exchange, CURLUPart part, const char *expected) {
  char *found = NULL;
  bool is_same = curl_url_get(exchange->url, part, &found, CURLU_DEFAULT_PORT) == CURLUE_OK &&
                 strcasecmp(found, expected) == 0;
  curl_free(found);
  return is_same;
}

bool rb_exchange_url(struct rb_exchange *exchange, const char *url, const char *scheme,
                     const char *host, const char *port) {
  bool is_secure = strcmp(scheme, "https") == 0;
  if (!is_secure && strcmp(scheme, "http") != 0) return false;
  unsigned flags = CURLU_PATH_AS_IS | CURLU_DISALLOW_USER;
  if (curl_url_set(exchange->url, CURLUPART_URL, url, flags) != CURLUE_OK ||
      !has_part(exchange, CURLUPART_SCHEME, scheme) || !has_part(exchange, CURLUPART_HOST, host) ||
      !has_part(exchange, CURLUPART_PORT, port) || !SET(CURLOPT_CURLU, exchange->url))
    return false;
  if (!is_secure) return SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  // A libcurl without HTTP/2 refuses this option. Requests to one host wait until its first
  // connection shows the version that it speaks.
  curl_easy_setopt(exchange->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  return SET(CURLOPT_PIPEWAIT, 1L);
}

bool rb_exchange_http2(struct rb_exchange *exchange) {
  // A libcurl before 8.0 cannot use such a connection again: it starts HTTP/2 a second time.
  return SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE) &&
         SET(CURLOPT_FRESH_CONNECT, 1L) && SET(CURLOPT_FORBID_REUSE, 1L);
}

bool rb_exchange_field(struct rb_exchange *exchange, const char *field) {
  struct curl_slist *fields = curl_slist_append(exchange->fields, field);
  if (!fields) return false;
  exchange->fields = fields;
  return true;
}

bool rb_exchange_body(struct rb_exchange *exchange, const uint8_t *bytes, int64_t count) {
  return SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) &&
         SET(CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
}

bool rb_exchange_source(struct rb_exchange *exchange, struct rb_source source, int64_t count) {
  exchange->source = source;
  // libcurl reads and sends one buffer a turn. A smaller one costs turns; one that the core's own
  // cache cannot hold makes the first upload of a process slower by half.
  curl_easy_setopt(exchange->easy, CURLOPT_UPLOAD_BUFFERSIZE, 96L << 10);
  // Without bytes of its own a POST calls the read function; CUSTOMREQUEST gives the method's name.
  return SET(CURLOPT_POST, 1L) && SET(CURLOPT_POSTFIELDS, (char *)NULL) &&
         SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) &&
         SET(CURLOPT_READFUNCTION, body_wanted) && SET(CURLOPT_READDATA, exchange);
}

bool rb_exchange_proxy(struct rb_exchange *exchange, const char *proxy, const char *exceptions) {
  return SET(CURLOPT_PROXY, proxy) && SET(CURLOPT_NOPROXY, exceptions);
}

bool rb_exchange_trust(struct rb_exchange *exchange, const char *file) {
  return SET(CURLOPT_CAINFO, file) && SET(CURLOPT_CAPATH, (char *)NULL);
}

bool rb_exchange_connect_time(struct rb_exchange *exchange, long milliseconds) {
  return SET(CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
}

bool rb_exchange_start(struct rb_net *net, struct rb_exchange *exchange) {
  exchange->net = net;
  return SET(CURLOPT_HTTPHEADER, exchange->fields) &&
         curl_multi_add_handle(net->multi, exchange->easy) == CURLM_OK;
}

void rb_exchange_drop(struct rb_net *net, struct rb_exchange *exchange) {
  if (net) curl_multi_remove_handle(net->multi, exchange->easy);
  curl_easy_cleanup(exchange->easy);
  curl_url_cleanup(exchange->url);
  curl_slist_free_all(exchange->fields);
  free(exchange);
}
