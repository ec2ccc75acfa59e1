/* Frames of the link: version, type, number, payload and CRC-32, in COBS between zero bytes.
 *
 * The byte layout and its bounds are those of docs/link-protocol.md, section "Frame". */
#ifndef BURNCARD_FRAME_H
#define BURNCARD_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_VERSION = 1,
    FRAME_PAYLOAD_MAX = 240,
    FRAME_HEADER_BYTES = 6,
    FRAME_CRC_BYTES = 4,
    FRAME_RAW_MAX = FRAME_HEADER_BYTES + FRAME_PAYLOAD_MAX + FRAME_CRC_BYTES,
    FRAME_ENCODED_MAX = FRAME_RAW_MAX + 1,
    FRAME_LINE_MAX = FRAME_ENCODED_MAX + 1, /* with the delimiter */
};

struct frame {
    uint8_t type;
    uint32_t number;
    const uint8_t *payload; /* in the reader's buffer: until its next byte */
    size_t payload_bytes;
};

enum frame_result { FRAME_NONE, FRAME_WHOLE, FRAME_COBS, FRAME_SHORT, FRAME_CRC, FRAME_OTHER_VERSION, FRAME_TOO_LONG };
enum { FRAME_RESULTS = FRAME_TOO_LONG + 1 };

/* Assembles frames from the bytes of a line. `counts`: complete frames, and refused ones by reason. */
struct frame_reader {
    uint8_t buffer[FRAME_ENCODED_MAX];
    size_t bytes;
    bool too_long;
    uint32_t counts[FRAME_RESULTS];
};

/* Writes a frame with its delimiter; `line` needs FRAME_LINE_MAX bytes. Returns the size, or 0 if the payload is too
 * long. */
size_t frame_write(uint8_t *line, uint8_t type, uint32_t number, const uint8_t *payload, size_t payload_bytes);

/* Takes one byte from the line. `frame` is set if the result is FRAME_WHOLE. */
enum frame_result frame_read(struct frame_reader *reader, uint8_t byte, struct frame *frame);

#endif
