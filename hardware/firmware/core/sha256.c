#include "sha256.h"

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t word, unsigned by)
{
    return word >> by | word << (32 - by);
}

/* The message schedule is worked out in place, 16 words at a time. */
static void take_block(struct sha256 *sha)
{
    uint32_t w[16], s[8];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)sha->block[4 * i] << 24 | (uint32_t)sha->block[4 * i + 1] << 16 |
               (uint32_t)sha->block[4 * i + 2] << 8 | sha->block[4 * i + 3];
    for (unsigned i = 0; i < 8; i++)
        s[i] = sha->state[i];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t t1, t2;
        if (i >= 16) {
            uint32_t a = w[(i + 1) % 16], b = w[(i + 14) % 16];
            w[i % 16] += (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[(i + 9) % 16] +
                         (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
        }
        t1 = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] +
             w[i % 16];
        t2 = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (unsigned k = 7; k > 0; k--)
            s[k] = s[k - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        sha->state[i] += s[i];
}

void sha256_start(struct sha256 *sha)
{
    *sha = (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                     0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *sha, const uint8_t *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        sha->block[sha->bytes++ % SHA256_BLOCK] = data[i];
        if (sha->bytes % SHA256_BLOCK == 0)
            take_block(sha);
    }
}

void sha256_end(struct sha256 *sha, uint8_t digest[SHA256_BYTES])
{
    static const uint8_t one = 0x80, none = 0;
    uint8_t length[8] = {0};
    uint32_t bits = sha->bytes * 8;
    for (unsigned i = 0; i < 4; i++)
        length[7 - i] = (uint8_t)(bits >> 8 * i);
    sha256_add(sha, &one, 1);
    while (sha->bytes % SHA256_BLOCK != SHA256_BLOCK - sizeof length)
        sha256_add(sha, &none, 1);
    sha256_add(sha, length, sizeof length);
    for (unsigned i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

static void start_with(struct sha256 *sha, const uint8_t *key, size_t key_bytes, uint8_t pad)
{
    sha256_start(sha);
    for (size_t i = 0; i < SHA256_BLOCK; i++) {
        uint8_t byte = (uint8_t)((i < key_bytes ? key[i] : 0) ^ pad);
        sha256_add(sha, &byte, 1);
    }
}

void hmac_sha256(uint8_t mac[SHA256_BYTES], const uint8_t *key, size_t key_bytes, const uint8_t *data, size_t bytes)
{
    struct sha256 sha;
    start_with(&sha, key, key_bytes, 0x36);
    sha256_add(&sha, data, bytes);
    sha256_end(&sha, mac);
    start_with(&sha, key, key_bytes, 0x5c);
    sha256_add(&sha, mac, SHA256_BYTES);
    sha256_end(&sha, mac);
}
