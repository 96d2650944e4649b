/* What is used of OpenSSL's libcrypto, which is loaded when the first of these functions is called.
 *
 * Linked in the usual way it takes a sixth of the time in which a short command starts: its tables of algorithms have
 * seventeen thousand pointers that the loader has to set. A name is the library's own after `crypto_`, and means the
 * same. A process in which the library is not there ends as the loader would end it: with a sentence and code 127.
 *
 * On Apple's systems there is nothing here; CryptoKit is used.
 */
#ifndef CCRYPTO_H
#define CCRYPTO_H
#ifndef __APPLE__

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stddef.h>

/* SHA-256. The one-shot and the EVP forms cost three times as much on short input; these are marked deprecated, not
 * removed. */
int crypto_SHA256_Init(SHA256_CTX *state);
int crypto_SHA256_Update(SHA256_CTX *state, const void *bytes, size_t count);
int crypto_SHA256_Final(unsigned char *digest, SHA256_CTX *state);
/* All three at once: the digest of so many bytes, 32 bytes. */
void crypto_SHA256(const void *bytes, size_t count, unsigned char *digest);

/* Ed25519 keys and one-shot signatures. */
EVP_PKEY *crypto_Ed25519_private_key(const unsigned char *seed, size_t count);
EVP_PKEY *crypto_Ed25519_public_key(const unsigned char *key, size_t count);
int crypto_EVP_PKEY_get_raw_public_key(const EVP_PKEY *key, unsigned char *bytes, size_t *count);
void crypto_EVP_PKEY_free(EVP_PKEY *key);
EVP_MD_CTX *crypto_EVP_MD_CTX_new(void);
void crypto_EVP_MD_CTX_free(EVP_MD_CTX *context);
int crypto_Ed25519_sign(EVP_MD_CTX *context, EVP_PKEY *key, unsigned char *signature, size_t *size,
                        const unsigned char *message, size_t count);
int crypto_Ed25519_verify(EVP_MD_CTX *context, EVP_PKEY *key, const unsigned char *signature, size_t size,
                          const unsigned char *message, size_t count);
void crypto_OPENSSL_cleanse(void *bytes, size_t count);

#endif
#endif
