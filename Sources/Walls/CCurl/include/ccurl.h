#pragma once
/*
 * A C wall around libcurl: HTTP exchanges, each one request and its answer. One thread carries them
 * out side by side.
 *
 * That thread must call all functions of an `rb_net` and its exchanges, except rb_net_wake.
 * Redirects are not followed, bodies not unpacked and requests never sent again: the caller does
 * that.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Connections, and the exchanges under way on them. */
struct rb_net;
/* One request and its answer. */
struct rb_exchange;

/* Receives an answer while it arrives; returning false ends the exchange. */
struct rb_receiver {
  void *context;
  /* A line of the head with its line end, status lines included; then lines after chunks. */
  bool (*line)(void *context, const char *bytes, size_t count);
  /* A piece of the body, as it was packed. */
  bool (*body)(void *context, const uint8_t *bytes, size_t count);
};

/* Gives a request's body while it is sent: up to `room` bytes, 0 at the end, -1 to stop. */
struct rb_source {
  void *context;
  int64_t (*read)(void *context, uint8_t *bytes, size_t room);
};

/* The versions of libcurl, such as 8.5.0, and of its TLS library, such as OpenSSL/3.0.19. */
void rb_net_versions(const char **curl, const char **tls);

/*
 * Makes a net that keeps at most `host_connections` connections to a host; further exchanges wait
 * for one. The first net of a process initialises libcurl. NULL if there is no memory.
 */
struct rb_net *rb_net_open(long host_connections);
/* Closes all connections; no exchange may be under way. */
void rb_net_close(struct rb_net *net);

/* Called once by the thread, so that it survives when a connection's other side has gone. */
void rb_net_enter(void);
/* Waits until something happens, at most so many milliseconds, and continues the exchanges. */
void rb_net_turn(struct rb_net *net, int milliseconds);
/* Ends rb_net_turn's wait, or that of its next call. Any thread may call it on an open net. */
void rb_net_wake(struct rb_net *net);

/* Makes an exchange that is not under way yet; all texts are copied. NULL if there is no memory. */
struct rb_exchange *rb_exchange_make(const char *method, struct rb_receiver receiver);
/*
 * Sets the URL; false if it is no http or https URL, holds a user name, or libcurl reads it
 * otherwise: two readings of one text must not lead to two hosts. An IPv6 address is in brackets.
 */
bool rb_exchange_url(struct rb_exchange *exchange, const char *url, const char *scheme,
                     const char *host, const char *port);
/* Starts with HTTP/2 also without TLS, on a new connection; false for a libcurl without HTTP/2. */
bool rb_exchange_http2(struct rb_exchange *exchange);
/* Adds a field: `Name: value`, `Name;` for an empty value, `Name:` to leave libcurl's own out. */
bool rb_exchange_field(struct rb_exchange *exchange, const char *field);
/* Sets the body of the request; its bytes are copied. */
bool rb_exchange_body(struct rb_exchange *exchange, const uint8_t *bytes, int64_t count);
/*
 * Sets a body of `count` bytes, at least 1, that is read while it is sent; the source must outlive
 * the exchange.
 */
bool rb_exchange_source(struct rb_exchange *exchange, struct rb_source source, int64_t count);
/*
 * Sets the proxy, empty for none, and the hosts that are reached without it. Without this call
 * libcurl reads the environment.
 */
bool rb_exchange_proxy(struct rb_exchange *exchange, const char *proxy, const char *exceptions);
/* Sets a file of certificates to trust instead of the system's. */
bool rb_exchange_trust(struct rb_exchange *exchange, const char *file);
/* Sets the time limit for setting up a connection. */
bool rb_exchange_connect_time(struct rb_exchange *exchange, long milliseconds);

/* Starts an exchange; false if libcurl does not take it. */
bool rb_exchange_start(struct rb_net *net, struct rb_exchange *exchange);
/* Ends an exchange in any state, and frees it; `net` is NULL if it never started. */
void rb_exchange_drop(struct rb_net *net, struct rb_exchange *exchange);

/* The ways in which an exchange ends. */
enum rb_end {
  RB_END_WHOLE,
  /* The receiver stopped it. */
  RB_END_STOPPED,
  RB_END_UNKNOWN_HOST,
  RB_END_UNKNOWN_PROXY,
  RB_END_NO_CONNECTION,
  RB_END_CONNECT_TIME,
  RB_END_TLS,
  /* The connection ended before the answer did. */
  RB_END_CUT_OFF,
  /* The body ended before its announced length. */
  RB_END_SHORT_BODY,
  RB_END_NOT_HTTP,
  RB_END_OTHER,
};

struct rb_ending {
  struct rb_exchange *exchange;
  /* The receiver's context. */
  void *context;
  enum rb_end end;
  /* libcurl's own code. */
  int code;
  /* errno of a connection that failed; 0 for none. */
  int system_error;
  /* A proxy's status in answer to a request for a tunnel; 0 for none. */
  int proxy_status;
  /* libcurl's words, valid until the exchange is dropped. */
  const char *text;
};

/* Gives the next exchange that has ended, for the caller to drop; false if there is none. */
bool rb_net_ended(struct rb_net *net, struct rb_ending *ending);

#ifdef __cplusplus
}
#endif
