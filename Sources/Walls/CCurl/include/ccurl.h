#pragma once
/*
 * A C wall around libcurl: HTTP exchanges, each one request and its answer, carried out side by side by one
 * thread.
 *
 * What is called for an `rb_net` and its exchanges is called by that thread, but for rb_net_wake. Redirects
 * are not followed, bodies not unpacked and requests never sent again: that is the caller's.
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

/* Who is told of an answer while it arrives; to return false ends the exchange. */
struct rb_receiver {
  void *context;
  /* A line of the head with its line end, status lines included; then those behind a body in chunks. */
  bool (*line)(void *context, const char *bytes, size_t count);
  /* A piece of the body, as it was packed. */
  bool (*body)(void *context, const uint8_t *bytes, size_t count);
};

/* Who gives the body of a request while it is sent: up to `room` bytes, 0 at the end, -1 to end the exchange. */
struct rb_source {
  void *context;
  int64_t (*read)(void *context, uint8_t *bytes, size_t room);
};

/* The versions of libcurl, such as 8.5.0, and of its TLS library, such as OpenSSL/3.0.19. */
void rb_net_versions(const char **curl, const char **tls);

/*
 * Makes a net that keeps so many connections to a host at most; further exchanges wait for one. The first
 * net of a process initialises libcurl. NULL where there is no memory.
 */
struct rb_net *rb_net_open(long host_connections);
/* Closes all connections; no exchange may be under way. */
void rb_net_close(struct rb_net *net);

/* To be called once by the thread: it lives on when the other side of a connection has gone. */
void rb_net_enter(void);
/* Waits until something happens, at most so long, and carries the exchanges on. */
void rb_net_turn(struct rb_net *net, int milliseconds);
/* Ends the wait of rb_net_turn, or that of its next call. Any thread may call it while the net is open. */
void rb_net_wake(struct rb_net *net);

/* Makes an exchange that is not under way yet; all texts are copied. NULL where there is no memory. */
struct rb_exchange *rb_exchange_make(const char *method, struct rb_receiver receiver);
/*
 * Where to; false for what is no http or https URL, holds a user name, or is read otherwise by libcurl:
 * two readings of one text must not lead to two hosts. An address of IPv6 stands in brackets.
 */
bool rb_exchange_url(struct rb_exchange *exchange, const char *url, const char *scheme,
                     const char *host, const char *port);
/* Starts with HTTP/2 without TLS too, on a connection of its own; false for a libcurl without it. */
bool rb_exchange_http2(struct rb_exchange *exchange);
/* Adds a header field: `Name: value`, `Name;` for an empty value, `Name:` to leave libcurl's own out. */
bool rb_exchange_field(struct rb_exchange *exchange, const char *field);
/* The body of the request; its bytes are copied. */
bool rb_exchange_body(struct rb_exchange *exchange, const uint8_t *bytes, int64_t count);
/*
 * A body of so many bytes, more than none, that is read while it is sent; the source must outlive the exchange.
 */
bool rb_exchange_source(struct rb_exchange *exchange, struct rb_source source, int64_t count);
/*
 * The proxy, empty for none, and the hosts that are asked without it. Where this is not called libcurl
 * reads the environment.
 */
bool rb_exchange_proxy(struct rb_exchange *exchange, const char *proxy, const char *exceptions);
/* A file of certificates to trust instead of the system's. */
bool rb_exchange_trust(struct rb_exchange *exchange, const char *file);
/* Time to set up a connection in. */
bool rb_exchange_connect_time(struct rb_exchange *exchange, long milliseconds);

/* Puts an exchange under way; false where libcurl does not take it. */
bool rb_exchange_start(struct rb_net *net, struct rb_exchange *exchange);
/* Ends an exchange, wherever it stands, and frees it; `net` is NULL where it never started. */
void rb_exchange_drop(struct rb_net *net, struct rb_exchange *exchange);

/* How an exchange ended. */
enum rb_end {
  RB_END_WHOLE,
  /* The receiver wanted no more. */
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
  /* The receiver's. */
  void *context;
  enum rb_end end;
  /* libcurl's own code. */
  int code;
  /* errno of a connection that failed; 0 for none. */
  int system_error;
  /* What a proxy answered when it was asked for a tunnel; 0 for none. */
  int proxy_status;
  /* libcurl's words, valid until the exchange is dropped. */
  const char *text;
};

/* Tells of the next exchange that has ended and is to be dropped; false where there is none. */
bool rb_net_ended(struct rb_net *net, struct rb_ending *ending);

#ifdef __cplusplus
}
#endif
