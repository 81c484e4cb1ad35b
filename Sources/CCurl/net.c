#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

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
  CURLM *multi = curl_multi_init();
  if (multi) curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, host_connections);
  return (struct rb_net *)multi;
}

void rb_net_close(struct rb_net *net) { curl_multi_cleanup((CURLM *)net); }

void rb_net_enter(void) {
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, NULL);
}

void rb_net_turn(struct rb_net *net, int milliseconds) {
  int count;
  curl_multi_poll((CURLM *)net, NULL, 0, milliseconds, NULL);
  curl_multi_perform((CURLM *)net, &count);
}

void rb_net_wake(struct rb_net *net) { curl_multi_wakeup((CURLM *)net); }

static enum rb_end end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return RB_END_WHOLE;
    case CURLE_WRITE_ERROR: return RB_END_STOPPED;
    case CURLE_COULDNT_RESOLVE_HOST: return RB_END_UNKNOWN_HOST;
    case CURLE_COULDNT_RESOLVE_PROXY: return RB_END_UNKNOWN_PROXY;
    case CURLE_COULDNT_CONNECT: return RB_END_NO_CONNECTION;
    // The only time that libcurl is told to watch.
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

/// Whether an exchange that ended so was never sent.
static bool is_before_sending(enum rb_end end) {
  return end == RB_END_UNKNOWN_HOST || end == RB_END_UNKNOWN_PROXY || end == RB_END_NO_CONNECTION ||
         end == RB_END_CONNECT_TIME || end == RB_END_TLS;
}

bool rb_net_ended(struct rb_net *net, struct rb_ending *ending) {
  int count;
  CURLMsg *message;
  do message = curl_multi_info_read((CURLM *)net, &count);
  while (message && message->msg != CURLMSG_DONE);
  if (!message) return false;
  CURL *easy = message->easy_handle;
  CURLcode code = message->data.result;
  char *private = NULL;
  long system_error = 0, proxy_status = 0;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &private);
  curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &system_error);
  curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
  struct rb_exchange *exchange = (struct rb_exchange *)private;
  enum rb_end end = end_of(code);
  if (exchange->sends > 0) {
    // It was sent on a reused connection that broke, and libcurl failed to open another: the server may
    // have acted on it.
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
