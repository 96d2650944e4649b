#define OPENSSL_SUPPRESS_DEPRECATED
#include "CCrypto.h"

#ifndef __APPLE__
#include <dlfcn.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* The functions, each with the type that the library's header gives it. */
#define FUNCTIONS(ONE) \
  ONE(SHA256_Init) ONE(SHA256_Update) ONE(SHA256_Final) \
  ONE(EVP_PKEY_new_raw_private_key) ONE(EVP_PKEY_new_raw_public_key) ONE(EVP_PKEY_get_raw_public_key) \
  ONE(EVP_PKEY_free) ONE(EVP_MD_CTX_new) ONE(EVP_MD_CTX_free) \
  ONE(EVP_DigestSignInit) ONE(EVP_DigestSign) ONE(EVP_DigestVerifyInit) ONE(EVP_DigestVerify) \
  ONE(OPENSSL_cleanse)

#define DECLARE(name) __typeof__(name) *name;
static struct { FUNCTIONS(DECLARE) } found;

static const char library[] = "libcrypto.so.3";

static void *find(void *handle, const char *name)
{
  void *place = handle ? dlsym(handle, name) : NULL;
  if (place) return place;
  fprintf(stderr, "error while loading %s: %s\n", library, dlerror());
  exit(127);
}

static void load(void)
{
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
#define FIND(name) found.name = (__typeof__(found.name))find(handle, #name);
  FUNCTIONS(FIND)
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Calls a function of the library. */
#define CALL(name, ...) (pthread_once(&once, load), found.name(__VA_ARGS__))

int crypto_SHA256_Init(SHA256_CTX *state) { return CALL(SHA256_Init, state); }

int crypto_SHA256_Update(SHA256_CTX *state, const void *bytes, size_t count)
{
  return CALL(SHA256_Update, state, bytes, count);
}

int crypto_SHA256_Final(unsigned char *digest, SHA256_CTX *state) { return CALL(SHA256_Final, digest, state); }

void crypto_SHA256(const void *bytes, size_t count, unsigned char *digest)
{
  SHA256_CTX state;
  CALL(SHA256_Init, &state);
  if (count > 0) found.SHA256_Update(&state, bytes, count);
  found.SHA256_Final(digest, &state);
}

EVP_PKEY *crypto_Ed25519_private_key(const unsigned char *seed, size_t count)
{
  return CALL(EVP_PKEY_new_raw_private_key, EVP_PKEY_ED25519, NULL, seed, count);
}

EVP_PKEY *crypto_Ed25519_public_key(const unsigned char *key, size_t count)
{
  return CALL(EVP_PKEY_new_raw_public_key, EVP_PKEY_ED25519, NULL, key, count);
}

int crypto_EVP_PKEY_get_raw_public_key(const EVP_PKEY *key, unsigned char *bytes, size_t *count)
{
  return CALL(EVP_PKEY_get_raw_public_key, key, bytes, count);
}

void crypto_EVP_PKEY_free(EVP_PKEY *key) { CALL(EVP_PKEY_free, key); }

EVP_MD_CTX *crypto_EVP_MD_CTX_new(void) { return CALL(EVP_MD_CTX_new); }

void crypto_EVP_MD_CTX_free(EVP_MD_CTX *context) { CALL(EVP_MD_CTX_free, context); }

int crypto_Ed25519_sign(EVP_MD_CTX *context, EVP_PKEY *key, unsigned char *signature, size_t *size,
                        const unsigned char *message, size_t count)
{
  int result = CALL(EVP_DigestSignInit, context, NULL, NULL, NULL, key);
  return result == 1 ? CALL(EVP_DigestSign, context, signature, size, message, count) : result;
}

int crypto_Ed25519_verify(EVP_MD_CTX *context, EVP_PKEY *key, const unsigned char *signature, size_t size,
                          const unsigned char *message, size_t count)
{
  int result = CALL(EVP_DigestVerifyInit, context, NULL, NULL, NULL, key);
  return result == 1 ? CALL(EVP_DigestVerify, context, signature, size, message, count) : result;
}

void crypto_OPENSSL_cleanse(void *bytes, size_t count) { CALL(OPENSSL_cleanse, bytes, count); }
#endif
