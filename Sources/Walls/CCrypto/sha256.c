#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>

#include "include/ccrypto.h"

// Otherwise a process that ends while another thread hashes would free that thread's tables.
static void stay_to_the_end(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

struct rb_sha256 *rb_sha256_begin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, stay_to_the_end);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1)
    return (struct rb_sha256 *)context;
  EVP_MD_CTX_free(context);
  return NULL;
}

bool rb_sha256_add(struct rb_sha256 *sum, const void *bytes, size_t count) {
  return EVP_DigestUpdate((EVP_MD_CTX *)sum, bytes, count) == 1;
}

bool rb_sha256_end(struct rb_sha256 *sum, uint8_t *digest) {
  return EVP_DigestFinal_ex((EVP_MD_CTX *)sum, digest, NULL) == 1;
}

void rb_sha256_free(struct rb_sha256 *sum) { EVP_MD_CTX_free((EVP_MD_CTX *)sum); }
