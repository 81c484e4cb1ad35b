#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "exchange.h"

static void initialise(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

void rb_net_versions(const char **curl, const char **tls) {
  curl_version_info_data *versions = curl_version_info(CURLVERSION_NOW);
  *curl = versions->version;
  *tls = versions->ssl_version ? versions->ssl_version : "none";
}

struct rb_net *rb_net_open(long host_connections) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialise);
  struct rb_net *net = calloc(1, sizeof *net);
  if (!net) return NULL;
  net->multi = curl_multi_init();
  if (!net->multi) {
    free(net);
    return NULL;
  }
  curl_multi_setopt(net->multi, CURLMOPT_MAX_HOST_CONNECTIONS, host_connections);
  return net;
}

void rb_net_close(struct rb_net *net) {
  curl_multi_cleanup(net->multi);
  free(net->kept);
  free(net);
}

void rb_net_enter(void) {
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, NULL);
}

void rb_net_turn(struct rb_net *net, int milliseconds) {
  int count;
  curl_multi_poll(net->multi, NULL, 0, milliseconds, NULL);
  curl_multi_perform(net->multi, &count);
}

void rb_net_wake(struct rb_net *net) { curl_multi_wakeup(net->multi); }

/// Records the socket of an exchange's connection, if it is kept and speaks HTTP/1; without memory
/// the connection is used again unchecked.
static void keep_socket(struct rb_net *net, CURL *easy) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  long version = 0;
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
  curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
  if (socket == CURL_SOCKET_BAD) return;
  rb_net_forget(net, socket);
  // HTTP/2 distinguishes its answers, and has input of its own between them.
  if (version != CURL_HTTP_VERSION_1_0 && version != CURL_HTTP_VERSION_1_1) return;
  if (net->kept_count == net->kept_room) {
    size_t room = net->kept_room * 2 + 16;
    curl_socket_t *kept = realloc(net->kept, room * sizeof *kept);
    if (!kept) return;
    net->kept = kept;
    net->kept_room = room;
  }
  net->kept[net->kept_count++] = socket;
}

void rb_net_forget(struct rb_net *net, curl_socket_t socket) {
  for (size_t i = 0; i < net->kept_count; i++)
    if (net->kept[i] == socket) net->kept[i--] = net->kept[--net->kept_count];
}

/// Whether an end of a socket has this address.
static bool is_at(const struct sockaddr_storage *place, const char *address, int port) {
  char text[INET6_ADDRSTRLEN] = "";
  in_port_t number = 0;
  if (place->ss_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)place;
    inet_ntop(AF_INET, &four->sin_addr, text, sizeof text);
    number = four->sin_port;
  } else if (place->ss_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)place;
    inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text);
    number = six->sin6_port;
  }
  return ntohs(number) == port && strcmp(text, address) == 0;
}

bool rb_net_has_input(const struct rb_net *net, const char *server, int server_port, const char *client,
                      int client_port) {
  for (size_t i = 0; i < net->kept_count; i++) {
    struct sockaddr_storage here = {0}, there = {0};
    socklen_t size = sizeof here;
    if (getsockname(net->kept[i], (struct sockaddr *)&here, &size) != 0 || !is_at(&here, client, client_port))
      continue;
    size = sizeof there;
    // A connection without a peer is closed.
    if (getpeername(net->kept[i], (struct sockaddr *)&there, &size) == 0 && !is_at(&there, server, server_port))
      continue;
    struct pollfd state = {.fd = net->kept[i], .events = POLLIN};
    return poll(&state, 1, 0) > 0;
  }
  return false;
}

static enum rb_end end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return RB_END_WHOLE;
    case CURLE_WRITE_ERROR: return RB_END_STOPPED;
    case CURLE_COULDNT_RESOLVE_HOST: return RB_END_UNKNOWN_HOST;
    case CURLE_COULDNT_RESOLVE_PROXY: return RB_END_UNKNOWN_PROXY;
    case CURLE_COULDNT_CONNECT: return RB_END_NO_CONNECTION;
    // The only time limit that libcurl has.
    case CURLE_OPERATION_TIMEDOUT: return RB_END_CONNECT_TIME;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_PEER_FAILED_VERIFICATION: return RB_END_TLS;
    case CURLE_PARTIAL_FILE: return RB_END_SHORT_BODY;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    // A body that was being read while it was sent would have to be sent again.
    case CURLE_SEND_FAIL_REWIND:
    // A reused connection broke, and libcurl was about to send the request again.
    case CURLE_ABORTED_BY_CALLBACK: return RB_END_CUT_OFF;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    // A line of the head that is longer than libcurl takes.
    case CURLE_OUT_OF_MEMORY: return RB_END_NOT_HTTP;
    default: return RB_END_OTHER;
  }
}

/// Whether an exchange with this end was never sent.
static bool is_before_sending(enum rb_end end) {
  return end == RB_END_UNKNOWN_HOST || end == RB_END_UNKNOWN_PROXY || end == RB_END_NO_CONNECTION ||
         end == RB_END_CONNECT_TIME || end == RB_END_TLS;
}

/// Restarts an exchange that was held back, on a new connection; false for any other exchange.
static bool begins_again(struct rb_net *net, CURL *easy) {
  char *private = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &private);
  struct rb_exchange *exchange = (struct rb_exchange *)private;
  if (!exchange->is_held_back) return false;
  exchange->is_held_back = false;
  curl_multi_remove_handle(net->multi, easy);
  return curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK &&
         curl_multi_add_handle(net->multi, easy) == CURLM_OK;
}

bool rb_net_ended(struct rb_net *net, struct rb_ending *ending) {
  int count;
  CURLMsg *message;
  CURL *easy;
  CURLcode code;
  do {
    do message = curl_multi_info_read(net->multi, &count);
    while (message && message->msg != CURLMSG_DONE);
    if (!message) return false;
    // The message is valid only while the handle is in the net.
    easy = message->easy_handle;
    code = message->data.result;
  } while (begins_again(net, easy));
  keep_socket(net, easy);
  char *private = NULL;
  long system_error = 0, proxy_status = 0;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &private);
  curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &system_error);
  curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
  struct rb_exchange *exchange = (struct rb_exchange *)private;
  enum rb_end end = end_of(code);
  if (exchange->sends > 0) {
    // It was sent on a reused connection that broke, and libcurl failed to open another: the server
    // may have acted on it.
    if (is_before_sending(end)) end = RB_END_CUT_OFF;
    proxy_status = 0;
  }
  *ending = (struct rb_ending){
      .exchange = exchange,
      .context = exchange->receiver.context,
      .end = end,
      .code = (int)code,
      .system_error = (int)system_error,
      .proxy_status = (int)proxy_status,
      .text = exchange->text,
  };
  return true;
}
