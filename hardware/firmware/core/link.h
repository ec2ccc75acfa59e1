/* The device's end of the link: sessions, numbered events kept until acknowledged, commands done once.
 *
 * It does no I/O: bytes and the time go in, bytes and commands come out. Times are milliseconds on a clock that may
 * wrap. docs/link-protocol.md lists the guarantees. */
#ifndef BURNCARD_LINK_H
#define BURNCARD_LINK_H

#include "frame.h"
#include "ring.h"
#include "sha256.h"

enum {
    LINK_VERSION = 2, /* the highest; version 1 is spoken too */
    LINK_EVENTS_KEPT = 256, /* a power of two; the specification allows 512 */
    LINK_EVENT_MAX = 90, /* a SCANNED with all its tags */
    LINK_SCANNED_TAGS = 8,
    LINK_WINDOW = 32,
    LINK_COMMANDS = 8,
    LINK_ANTENNAS_MAX = 32,
    LINK_TEXT_MAX = 32,
    LINK_NONCE_BYTES = 16,
    LINK_KEY_BYTES = 32,
    LINK_EVENT_RETRY_MS = 200,
    LINK_SPEED_PROVED_MS = 500, /* from the acknowledgement of a speed until the host must be heard at it */
    LINK_HOST_SILENT_MS = 5000,
};

enum link_type {
    LINK_HELLO = 0x01,
    LINK_PING = 0x02,
    LINK_EVENT_ACK = 0x03,
    LINK_REPEAT_FROM = 0x04,
    LINK_PROVE = 0x05,
    LINK_SCAN_ORDER = 0x10,
    LINK_REPORT_ALL = 0x11,
    LINK_RESET = 0x12,
    LINK_SCAN = 0x13,
    LINK_SET_KEY = 0x14,
    LINK_SET_SPEED = 0x15,
    LINK_COMMAND_LAST = 0x7F,
    LINK_IDENTITY = 0x81,
    LINK_PONG = 0x82,
    LINK_COMMAND_ACK = 0x83,
    LINK_EVENTS_GONE = 0x84,
    LINK_NO_SESSION = 0x85,
    LINK_COMMAND_REFUSED = 0x86,
    LINK_PROOF = 0x87,
    LINK_TAG_READ = 0x90,
    LINK_TAG_GONE = 0x91,
    LINK_CYCLE_ENDED = 0x92,
    LINK_FAULT = 0x93,
    LINK_SCANNED = 0x94,
};

enum link_refusal { LINK_UNKNOWN = 1, LINK_BAD_PAYLOAD = 2, LINK_BUSY = 3, LINK_HAS_KEY = 4 };

/* The device's identity. Each text has at most LINK_TEXT_MAX characters; all of them with terminators fit in 128. */
struct link_identity {
    const char *kind;
    const char *firmware_version;
    const char *firmware_hash;
    const char *serial_number;
    uint8_t antennas;
    bool senses_face;
    bool senses_boxed;
};

struct link_event {
    uint8_t type;
    uint8_t bytes;
    uint8_t payload[LINK_EVENT_MAX];
};

struct link_command {
    uint8_t type; /* LINK_SCAN_ORDER, LINK_REPORT_ALL, LINK_RESET or LINK_SCAN */
    uint8_t bytes;
    uint8_t payload[LINK_ANTENNAS_MAX];
};

/* The key with which the device proves which it is. `keep` stores it for good, and says whether that worked; NULL for a
 * device that cannot prove anything. */
struct link_key {
    bool known;
    uint8_t bytes[LINK_KEY_BYTES];
    bool (*keep)(const uint8_t key[LINK_KEY_BYTES]);
};

/* The speed of the line, in bits per second; 0 is the one that it began with. `has` says whether the board's line has a
 * speed; NULL for a board whose line keeps the one that it has. */
struct link_speed {
    uint32_t baud, next_baud;
    bool unproved;
    uint32_t acknowledged_ms;
    bool (*has)(uint32_t baud);
};

struct link {
    const struct link_identity *identity;
    struct link_key *key;
    struct link_speed speed;
    struct frame_reader reader;
    struct ring output;
    uint32_t (*seed)(void);
    uint32_t boot;
    bool boot_drawn;

    bool in_session;
    uint8_t version; /* of the session */
    uint32_t session, heard_ms;

    struct link_event kept[LINK_EVENTS_KEPT]; /* event n lies at n % LINK_EVENTS_KEPT */
    uint32_t oldest_event, next_event, sent_up_to, sent_ms;

    uint32_t last_command;
    struct link_command commands[LINK_COMMANDS];
    unsigned commands_waiting;

    uint32_t bad_payloads, unknown_types, repeated_commands, events_dropped, output_full;
};

/* Power-up. `seed` is called when the first HELLO arrives, and gives a number that is as random as the board can make it;
 * the host's own random session number is mixed into it. */
void link_start(struct link *link, const struct link_identity *identity, struct link_key *key, bool (*has_speed)(uint32_t),
                uint32_t (*seed)(void));

void link_receive(struct link *link, const uint8_t *data, size_t bytes, uint32_t now_ms);

/* Repeats the oldest unacknowledged event, and ends the session of a silent host. Call at least every 100 ms. */
void link_tick(struct link *link, uint32_t now_ms);

/* Queues an event and keeps it until the host has it. `bytes` is at most LINK_EVENT_MAX. Drops a SCANNED in a session of
 * version 1. */
void link_tell(struct link *link, uint8_t type, const uint8_t *payload, size_t bytes, uint32_t now_ms);

/* The speed at which the line is to be, in bits per second; 0 is the one that it began with. A new one is taken up when
 * all output has gone to the line, so the line must have carried that before it is set. */
uint32_t link_baud(struct link *link);

/* The host's next command, each once. */
bool link_take_command(struct link *link, struct link_command *command);

/* Restarts, as after power-up; the last answer still goes out. */
void link_restart(struct link *link);

#endif
