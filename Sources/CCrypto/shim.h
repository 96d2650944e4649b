/* The one-shot and the EVP forms cost three times as much on short input; the low-level SHA-256
   functions are marked deprecated, not removed. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
