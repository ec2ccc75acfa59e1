/* Consistent overhead byte stuffing: bytes without a zero among them. */
#ifndef BURNCARD_COBS_H
#define BURNCARD_COBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encodes 253 bytes at most; `to` needs room for one byte more. How many bytes that are. */
size_t cobs_encode(const uint8_t *from, size_t bytes, uint8_t *to);

/* Decodes in place. False where a code points behind the end or a byte is zero. */
bool cobs_decode(uint8_t *data, size_t bytes, size_t *decoded_bytes);

#endif
