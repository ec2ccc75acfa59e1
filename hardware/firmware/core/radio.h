/* What the scanner needs from a radio front end. Each file that implements this header is one front end.
 *
 * Only the scanner calls these functions, and never from an interrupt. */
#ifndef BURNCARD_RADIO_H
#define BURNCARD_RADIO_H

#include <stdbool.h>
#include <stdint.h>

enum { RADIO_UID_BYTES = 8, RADIO_RSSI_NOT_MEASURED = 127, RADIO_TAGS_PER_ANTENNA = 64 };

enum radio_face { RADIO_FACE_UNKNOWN = 0, RADIO_FACE_DOWN = 1, RADIO_FACE_UP = 2 };

/* A tag that answered, as the optical sensor beside the antenna sees its card. */
struct radio_tag {
    uint8_t uid[RADIO_UID_BYTES]; /* most significant byte first */
    int8_t rssi_dbm;
    uint8_t face; /* enum radio_face */
    bool boxed;
};

/* The number of antennas (numbered from 1, at most 32), and what the optical sensors detect. */
struct radio_abilities {
    uint8_t antennas;
    bool senses_face;
    bool senses_boxed;
};

extern const struct radio_abilities radio_abilities;

/* Powers up the front end. False if it does not answer; it is then called again before the next scan. */
bool radio_start(void);

/* Scans one antenna. Returns how many tags answered (those beyond `room` are dropped), or -1 on failure. */
int radio_scan(uint8_t antenna, struct radio_tag *tags, unsigned room);

#endif
