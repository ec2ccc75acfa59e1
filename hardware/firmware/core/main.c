/* The main loop of a card reader: passes bytes to the link, scans when due, and sleeps. */
#include "board.h"
#include "crc32.h"
#include "link.h"
#include "scanner.h"

#define FIRMWARE_VERSION "1.3.0"

static struct ring received;
static struct link reader_link;
static struct scanner scanner;
static char hash[9];
static struct link_key key = {.keep = board_keep_key};
static struct link_identity identity = {.kind = "reader", .firmware_version = FIRMWARE_VERSION, .firmware_hash = hash};

static void identify(void)
{
    uint32_t bytes, crc;
    const uint8_t *image = board_image(&bytes);
    crc = crc32(0, image, bytes);
    for (unsigned i = 0; i < 8; i++)
        hash[i] = "0123456789ABCDEF"[crc >> (28 - 4 * i) & 15];
    identity.serial_number = board_serial_number();
    identity.antennas = radio_abilities.antennas;
    identity.senses_face = radio_abilities.senses_face;
    identity.senses_boxed = radio_abilities.senses_boxed;
}

static void take_received(void)
{
    uint8_t byte;
    while (ring_take(&received, &byte))
        link_receive(&reader_link, &byte, 1, board_now_ms());
}

int main(void)
{
    bool more;
    board_start(&received, &reader_link.output);
    identify();
    key.known = board_key(key.bytes);
    link_start(&reader_link, &identity, &key, board_has_speed, board_seed);
    scanner_start(&scanner, &reader_link);
    for (;;) {
        take_received();
        board_run();
        more = scanner_run(&scanner, board_now_ms());
        link_tick(&reader_link, board_now_ms());
        board_send();
        board_set_speed(link_baud(&reader_link));
        board_alive();
        if (!more)
            board_sleep();
    }
}
