#include "frame.h"

#include "bytes.h"
#include "cobs.h"
#include "crc32.h"

size_t frame_write(uint8_t *line, uint8_t type, uint32_t number, const uint8_t *payload, size_t payload_bytes)
{
    uint8_t raw[FRAME_RAW_MAX];
    size_t bytes = FRAME_HEADER_BYTES + payload_bytes;
    if (payload_bytes > FRAME_PAYLOAD_MAX)
        return 0;
    raw[0] = FRAME_VERSION;
    raw[1] = type;
    u32_to(raw + 2, number);
    for (size_t i = 0; i < payload_bytes; i++)
        raw[FRAME_HEADER_BYTES + i] = payload[i];
    u32_to(raw + bytes, crc32(0, raw, bytes));
    bytes = cobs_encode(raw, bytes + FRAME_CRC_BYTES, line);
    line[bytes] = 0;
    return bytes + 1;
}

static enum frame_result judge(uint8_t *data, size_t bytes, struct frame *frame)
{
    size_t body_bytes;
    if (!cobs_decode(data, bytes, &bytes))
        return FRAME_COBS;
    if (bytes < FRAME_HEADER_BYTES + FRAME_CRC_BYTES)
        return FRAME_SHORT;
    body_bytes = bytes - FRAME_CRC_BYTES;
    if (crc32(0, data, body_bytes) != u32_from(data + body_bytes))
        return FRAME_CRC;
    if (data[0] != FRAME_VERSION)
        return FRAME_OTHER_VERSION;
    frame->type = data[1];
    frame->number = u32_from(data + 2);
    frame->payload = data + FRAME_HEADER_BYTES;
    frame->payload_bytes = body_bytes - FRAME_HEADER_BYTES;
    return FRAME_WHOLE;
}

enum frame_result frame_read(struct frame_reader *reader, uint8_t byte, struct frame *frame)
{
    enum frame_result result;
    if (byte != 0) {
        if (reader->bytes < FRAME_ENCODED_MAX)
            reader->buffer[reader->bytes++] = byte;
        else
            reader->too_long = true;
        return FRAME_NONE;
    }
    if (reader->bytes == 0)
        return FRAME_NONE;
    result = reader->too_long ? FRAME_TOO_LONG : judge(reader->buffer, reader->bytes, frame);
    reader->bytes = 0;
    reader->too_long = false;
    reader->counts[result]++;
    return result;
}
