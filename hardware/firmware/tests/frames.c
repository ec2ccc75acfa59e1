/* Reads a line's bytes on standard input; for every frame, says on standard output what was read of it, and writes a
 * frame that is whole anew, so that a test can compare both ways:
 *
 *     whole TYPE NUMBER PAYLOAD LINE      numbers and bytes in hexadecimal
 *     refused REASON
 */
#include <stdio.h>

#include "frame.h"

static void print_bytes(const uint8_t *data, size_t bytes)
{
    putchar(' ');
    for (size_t i = 0; i < bytes; i++)
        printf("%02X", data[i]);
}

static void print_frame(const struct frame *frame)
{
    uint8_t line[FRAME_LINE_MAX];
    size_t bytes = frame_write(line, frame->type, frame->number, frame->payload, frame->payload_bytes);
    printf("whole %02X %08X", (unsigned)frame->type, (unsigned)frame->number);
    print_bytes(frame->payload, frame->payload_bytes);
    print_bytes(line, bytes);
    putchar('\n');
}

int main(void)
{
    static const char *const reasons[FRAME_RESULTS] = {"", "", "cobs", "short", "crc", "version", "too_long"};
    static struct frame_reader reader;
    struct frame frame;
    int byte;
    while ((byte = getchar()) != EOF) {
        enum frame_result result = frame_read(&reader, (uint8_t)byte, &frame);
        if (result == FRAME_WHOLE)
            print_frame(&frame);
        else if (result != FRAME_NONE)
            printf("refused %s\n", reasons[result]);
    }
    return 0;
}
