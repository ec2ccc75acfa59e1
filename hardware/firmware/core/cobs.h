/* Consistent overhead byte stuffing: removes zero bytes. */
#ifndef BURNCARD_COBS_H
#define BURNCARD_COBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encodes at most 253 bytes; `to` needs room for one more. Returns the encoded size. */
size_t cobs_encode(const uint8_t *from, size_t bytes, uint8_t *to);

/* Decodes in place. False if a code points past the end or a byte is zero. */
bool cobs_decode(uint8_t *data, size_t bytes, size_t *decoded_bytes);

#endif
