#include "cobs.h"

size_t cobs_encode(const uint8_t *from, size_t bytes, uint8_t *to)
{
    size_t code_at = 0, out = 1;
    for (size_t i = 0; i < bytes; i++) {
        if (from[i] != 0) {
            to[out++] = from[i];
            continue;
        }
        to[code_at] = (uint8_t)(out - code_at);
        code_at = out++;
    }
    to[code_at] = (uint8_t)(out - code_at);
    return out;
}

bool cobs_decode(uint8_t *data, size_t bytes, size_t *decoded_bytes)
{
    size_t in = 0, out = 0;
    while (in < bytes) {
        size_t code = data[in], block_end = in + code;
        if (code == 0 || block_end > bytes)
            return false;
        for (in++; in < block_end; in++) {
            if (data[in] == 0)
                return false;
            data[out++] = data[in];
        }
        if (code != 0xFF && in < bytes)
            data[out++] = 0;
    }
    *decoded_bytes = out;
    return true;
}
