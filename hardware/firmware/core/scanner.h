/* Scans the antennas cycle by cycle and reports changes: tags that arrived, turned, moved or left.
 *
 * A resting card may miss some scans, so a tag is gone only after it has been silent for a while. A tag that answers
 * at two antennas lies where its signal is stronger; it has moved only when it is clearly stronger elsewhere. */
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
    uint8_t place; /* when in this cycle */
    uint32_t seen_ms;
};

struct scanner {
    struct link *link;
    uint8_t order[LINK_ANTENNAS_MAX];
    struct scanner_tag tags[SCANNER_TAGS_MAX];
    unsigned tags_known;
    uint32_t cycle, began_ms;
    bool powered, failed, crowded;
};

void scanner_start(struct scanner *scanner, struct link *link);

/* Carries out the host's commands, and scans all antennas when a scan is due. */
void scanner_run(struct scanner *scanner, uint32_t now_ms);

#endif
