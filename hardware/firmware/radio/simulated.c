/* A front end without a radio: text commands place the tags. */
#include "simulated.h"

#include <stddef.h>

#include "radio.h"

enum { ANTENNAS = 15, TAGS_MAX = 80, RSSI_DBM = -42 };

const struct radio_abilities radio_abilities = {.antennas = ANTENNAS, .senses_face = true, .senses_boxed = true};

static struct {
    struct radio_tag tag;
    uint8_t antenna;
    uint8_t across_antenna; /* 0: none */
    int8_t across_dbm;
} lying[TAGS_MAX];
static unsigned lying_count;
static bool failing, hanging;

bool radio_start(void)
{
    return !failing;
}

int radio_scan(uint8_t antenna, struct radio_tag *tags, unsigned room)
{
    unsigned count = 0;
    while (hanging)
        ;
    if (failing)
        return -1;
    for (unsigned i = 0; i < lying_count && count < room; i++) {
        if (lying[i].antenna != antenna && lying[i].across_antenna != antenna)
            continue;
        tags[count] = lying[i].tag;
        if (lying[i].antenna != antenna)
            tags[count].rssi_dbm = lying[i].across_dbm;
        count++;
    }
    return (int)count;
}

/* ---- the line of text ---- */

/* Skips a word and the space after it, if the line begins with it. */
static bool word(const char **line, const char *expected)
{
    const char *c = *line;
    while (*expected != '\0')
        if (*c++ != *expected++)
            return false;
    if (*c != ' ' && *c != '\0')
        return false;
    *line = *c == ' ' ? c + 1 : c;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_uid(const char **line, uint8_t *uid)
{
    const char *c = *line;
    for (unsigned i = 0; i < RADIO_UID_BYTES; i++) {
        int high = hex_digit(c[0]), low = high < 0 ? -1 : hex_digit(c[1]);
        if (low < 0)
            return false;
        uid[i] = (uint8_t)(high << 4 | low);
        c += 2;
    }
    *line = c;
    return word(line, "");
}

/* A number from 1 to `last`. */
static bool read_number(const char **line, unsigned last, uint8_t *number)
{
    unsigned value = 0;
    const char *c = *line;
    for (; *c >= '0' && *c <= '9' && value <= last; c++)
        value = value * 10 + (unsigned)(*c - '0');
    *line = c;
    *number = (uint8_t)value;
    return value >= 1 && value <= last && word(line, "");
}

static unsigned place_of(const uint8_t *uid)
{
    for (unsigned i = 0; i < lying_count; i++) {
        unsigned k = 0;
        while (k < RADIO_UID_BYTES && lying[i].tag.uid[k] == uid[k])
            k++;
        if (k == RADIO_UID_BYTES)
            return i;
    }
    return lying_count;
}

static bool put(const char *line)
{
    struct radio_tag tag = {.rssi_dbm = RSSI_DBM, .face = RADIO_FACE_UNKNOWN};
    uint8_t antenna;
    unsigned place;
    if (!read_uid(&line, tag.uid) || !read_number(&line, ANTENNAS, &antenna))
        return false;
    if (word(&line, "up"))
        tag.face = RADIO_FACE_UP;
    else if (word(&line, "down"))
        tag.face = RADIO_FACE_DOWN;
    tag.boxed = word(&line, "boxed");
    place = place_of(tag.uid);
    if (*line != '\0' || place == TAGS_MAX)
        return false;
    if (place == lying_count)
        lying_count++;
    lying[place].tag = tag;
    lying[place].antenna = antenna;
    lying[place].across_antenna = 0;
    return true;
}

static bool across(const char *line)
{
    uint8_t uid[RADIO_UID_BYTES], antenna, db;
    unsigned place;
    if (!read_uid(&line, uid) || !read_number(&line, ANTENNAS, &antenna) || !read_number(&line, 120, &db) ||
        *line != '\0')
        return false;
    place = place_of(uid);
    if (place == lying_count)
        return false;
    lying[place].across_antenna = antenna;
    lying[place].across_dbm = (int8_t)-db;
    return true;
}

static bool take(const char *line)
{
    uint8_t uid[RADIO_UID_BYTES];
    unsigned place;
    if (!read_uid(&line, uid) || *line != '\0')
        return false;
    place = place_of(uid);
    if (place < lying_count)
        lying[place] = lying[--lying_count];
    return true;
}

bool simulated_obey(const char *line)
{
    if (word(&line, "put"))
        return put(line);
    if (word(&line, "across"))
        return across(line);
    if (word(&line, "take"))
        return take(line);
    if (word(&line, "fail"))
        failing = true;
    else if (word(&line, "mend"))
        failing = false;
    else if (word(&line, "hang"))
        hanging = true;
    else
        return false;
    return *line == '\0';
}
