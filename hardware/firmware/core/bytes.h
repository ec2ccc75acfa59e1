/* Little-endian numbers in byte strings. */
#ifndef BURNCARD_BYTES_H
#define BURNCARD_BYTES_H

#include <stdint.h>

static inline uint32_t u32_from(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline void u32_to(uint8_t *bytes, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

#endif
