/* CRC-32 as in zlib and Ethernet. */
#ifndef BURNCARD_CRC32_H
#define BURNCARD_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The CRC of `data` after bytes whose CRC is `before`; start with 0. */
uint32_t crc32(uint32_t before, const uint8_t *data, size_t bytes);

#endif
