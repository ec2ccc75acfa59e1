/* Scans one antenna at each call: the one that the host has asked for (SCAN), and reports what it heard.
 *
 * A host of version 1 does not ask. For it, all antennas are scanned in cycles, and changes are reported after each: tags
 * that arrived, turned, moved or left. A resting card may miss some scans, so a tag is gone only after it has been silent
 * for a while. A tag that answers at two antennas lies where its signal is stronger; it has moved only when it is clearly
 * stronger elsewhere. */
#ifndef BURNCARD_SCANNER_H
#define BURNCARD_SCANNER_H

#include "link.h"
#include "radio.h"

enum {
    SCANNER_TAGS_MAX = 80, /* a deck, and some that are not of it */
    SCANNER_CYCLE_MS = 20, /* from one cycle's beginning to the next, where the radio is faster */
    SCANNER_GONE_AFTER_MS = 300,
    SCANNER_STAYS_DB = 6, /* so much louder another antenna must be */
};

struct scanner_tag {
    struct radio_tag tag;
    uint8_t antenna;      /* where it lies */
    uint8_t told_antenna; /* where the host believes it; 0: nowhere */
    uint8_t told_face;
    bool told_boxed;
    bool seen; /* in this cycle */
    uint8_t place; /* its antenna's place in the order */
    uint32_t seen_ms;
};

/* A SCAN of the host. */
struct scanner_asked {
    uint8_t antenna; /* 0: none */
    uint8_t number[4];
};

struct scanner {
    struct link *link;
    bool powered, failed;
    struct radio_tag answered[RADIO_TAGS_PER_ANTENNA];

    struct scanner_asked asked, done; /* `done` is reported at the next call, when its end is known */
    int answered_count; /* of `done`; -1: the radio failed */
    uint32_t done_ms;

    bool in_cycles; /* for a host of version 1 */
    uint8_t order[LINK_ANTENNAS_MAX];
    uint32_t left; /* antennas that are not yet scanned in this cycle: bit 0 is antenna 1 */
    struct scanner_tag tags[SCANNER_TAGS_MAX];
    unsigned tags_known;
    uint32_t cycle, began_ms;
    bool crowding, crowded;
};

void scanner_start(struct scanner *scanner, struct link *link);

/* Carries out the host's commands, and scans at most one antenna. True if there is more to do at once. */
bool scanner_run(struct scanner *scanner, uint32_t now_ms);

#endif
