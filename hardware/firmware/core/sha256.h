/* SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104). */
#ifndef BURNCARD_SHA256_H
#define BURNCARD_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint8_t block[SHA256_BLOCK];
    uint32_t bytes; /* so far; messages here are short */
};

void sha256_start(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const uint8_t *data, size_t bytes);
void sha256_end(struct sha256 *sha, uint8_t digest[SHA256_BYTES]);

/* The HMAC of a message with a key of at most SHA256_BLOCK bytes. */
void hmac_sha256(uint8_t mac[SHA256_BYTES], const uint8_t *key, size_t key_bytes, const uint8_t *data, size_t bytes);

#endif
