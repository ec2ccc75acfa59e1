#include "scanner.h"

#include "bytes.h"

static void natural_order(struct scanner *scanner)
{
    for (unsigned i = 0; i < radio_abilities.antennas; i++)
        scanner->order[i] = (uint8_t)(i + 1);
}

void scanner_start(struct scanner *scanner, struct link *link)
{
    *scanner = (struct scanner){.link = link};
    natural_order(scanner);
}

/* ---- commands ---- */

/* Moves the wanted antennas to the front, the first one last, so that the others keep their order. */
static void set_order(struct scanner *scanner, const uint8_t *wanted, unsigned count)
{
    natural_order(scanner);
    while (count-- > 0) {
        unsigned at = 0;
        while (at < radio_abilities.antennas && scanner->order[at] != wanted[count])
            at++;
        if (at == radio_abilities.antennas)
            continue; /* not one of ours */
        for (; at > 0; at--)
            scanner->order[at] = scanner->order[at - 1];
        scanner->order[0] = wanted[count];
    }
}

static void forget_told(struct scanner *scanner)
{
    for (unsigned i = 0; i < scanner->tags_known; i++)
        scanner->tags[i].told_antenna = 0;
}

static void obey(struct scanner *scanner, const struct link_command *command)
{
    if (command->type == LINK_SCAN_ORDER) {
        set_order(scanner, command->payload, command->bytes);
    } else if (command->type == LINK_SCAN) {
        scanner->asked.antenna = command->payload[0];
        for (unsigned i = 0; i < sizeof scanner->asked.number; i++)
            scanner->asked.number[i] = command->payload[1 + i];
    } else if (command->type == LINK_REPORT_ALL) {
        forget_told(scanner);
    } else {
        struct link *link = scanner->link;
        link_restart(link);
        scanner_start(scanner, link);
    }
}

/* ---- events ---- */

static void report_fault(struct scanner *scanner, const char *code, const char *text, uint32_t now_ms)
{
    uint8_t payload[LINK_EVENT_MAX];
    const char *const texts[] = {code, text};
    size_t bytes = 0;
    for (unsigned i = 0; i < 2; i++) {
        size_t length_at = bytes++;
        for (const char *c = texts[i]; *c != '\0' && bytes + 1 < sizeof payload; c++)
            payload[bytes++] = (uint8_t)*c;
        payload[length_at] = (uint8_t)(bytes - length_at - 1);
    }
    link_tell(scanner->link, LINK_FAULT, payload, bytes, now_ms);
}

static void copy_uid(uint8_t *to, const uint8_t *uid)
{
    for (unsigned i = 0; i < RADIO_UID_BYTES; i++)
        to[i] = uid[i];
}

static void report_read(struct scanner *scanner, struct scanner_tag *known, uint32_t now_ms)
{
    uint8_t payload[15];
    payload[0] = known->antenna;
    copy_uid(payload + 1, known->tag.uid);
    payload[9] = (uint8_t)known->tag.rssi_dbm;
    payload[10] = (uint8_t)(known->tag.face | (known->tag.boxed ? 4 : 0));
    u32_to(payload + 11, scanner->cycle);
    link_tell(scanner->link, LINK_TAG_READ, payload, sizeof payload, now_ms);
    known->told_antenna = known->antenna;
    known->told_face = known->tag.face;
    known->told_boxed = known->tag.boxed;
}

static void report_gone(struct scanner *scanner, struct scanner_tag *known, uint32_t now_ms)
{
    uint8_t payload[13];
    payload[0] = known->told_antenna;
    copy_uid(payload + 1, known->tag.uid);
    u32_to(payload + 9, scanner->cycle);
    link_tell(scanner->link, LINK_TAG_GONE, payload, sizeof payload, now_ms);
    known->told_antenna = 0;
}

/* ---- a cycle ---- */

static bool same_uid(const uint8_t *one, const uint8_t *other)
{
    for (unsigned i = 0; i < RADIO_UID_BYTES; i++)
        if (one[i] != other[i])
            return false;
    return true;
}

static struct scanner_tag *known_tag(struct scanner *scanner, const uint8_t *uid)
{
    for (unsigned i = 0; i < scanner->tags_known; i++)
        if (same_uid(scanner->tags[i].tag.uid, uid))
            return &scanner->tags[i];
    if (scanner->tags_known == SCANNER_TAGS_MAX)
        return NULL;
    scanner->tags[scanner->tags_known] = (struct scanner_tag){0};
    return &scanner->tags[scanner->tags_known++];
}

static int loudness_db(const struct scanner_tag *known, uint8_t antenna, int rssi_dbm)
{
    return rssi_dbm + (antenna == known->told_antenna ? SCANNER_STAYS_DB : 0);
}

/* Records that a tag answered. False if there is no room for it. */
static bool note(struct scanner *scanner, uint8_t antenna, const struct radio_tag *tag, unsigned place, uint32_t now_ms)
{
    struct scanner_tag *known = known_tag(scanner, tag->uid);
    if (known == NULL)
        return false;
    if (known->seen && loudness_db(known, known->antenna, known->tag.rssi_dbm) >=
                           loudness_db(known, antenna, tag->rssi_dbm))
        return true;
    known->tag = *tag;
    known->antenna = antenna;
    known->seen = true;
    known->place = (uint8_t)place;
    known->seen_ms = now_ms;
    return true;
}

static void begin_cycle(struct scanner *scanner, uint32_t now_ms)
{
    scanner->cycle++;
    scanner->began_ms = now_ms;
    scanner->left = (uint32_t)((1ull << radio_abilities.antennas) - 1);
    scanner->crowding = false;
    for (unsigned i = 0; i < scanner->tags_known; i++)
        scanner->tags[i].seen = false;
}

/* ---- the radio ---- */

/* Scans one antenna into `answered`; -1 if the radio failed. */
static int scan(struct scanner *scanner, uint8_t antenna, uint32_t now_ms)
{
    int count;
    scanner->powered = scanner->powered || radio_start();
    count = scanner->powered ? radio_scan(antenna, scanner->answered, RADIO_TAGS_PER_ANTENNA) : -1;
    if (count < 0) {
        if (!scanner->failed)
            report_fault(scanner, "radio", "front end does not answer", now_ms);
        scanner->failed = true;
        scanner->powered = false;
        return -1;
    }
    scanner->failed = false;
    return count;
}

static void report_departures(struct scanner *scanner, uint32_t now_ms)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < scanner->tags_known; i++) {
        struct scanner_tag *known = &scanner->tags[i];
        bool gone = !known->seen && now_ms - known->seen_ms >= SCANNER_GONE_AFTER_MS;
        if (known->told_antenna != 0 && (gone || (known->seen && known->antenna != known->told_antenna)))
            report_gone(scanner, known, now_ms);
        if (!gone)
            scanner->tags[kept++] = *known;
    }
    scanner->tags_known = kept;
}

/* Tags that arrived or turned, in the order of the scan. */
static void report_arrivals(struct scanner *scanner, uint32_t now_ms)
{
    for (unsigned place = 0; place < radio_abilities.antennas; place++)
        for (unsigned i = 0; i < scanner->tags_known; i++) {
            struct scanner_tag *known = &scanner->tags[i];
            bool told = known->told_antenna == known->antenna && known->told_face == known->tag.face &&
                        known->told_boxed == known->tag.boxed;
            if (known->seen && known->place == place && !told)
                report_read(scanner, known, now_ms);
        }
}

static void end_cycle(struct scanner *scanner, uint32_t now_ms)
{
    uint32_t told_before = scanner->link->next_event;
    if (scanner->crowding && !scanner->crowded)
        report_fault(scanner, "too-many-tags", "more tags than fit in memory", now_ms);
    scanner->crowded = scanner->crowding;
    report_departures(scanner, now_ms);
    report_arrivals(scanner, now_ms);
    if (scanner->link->next_event != told_before) {
        uint8_t payload[4];
        u32_to(payload, scanner->cycle);
        link_tell(scanner->link, LINK_CYCLE_ENDED, payload, sizeof payload, now_ms);
    }
}

/* ---- scans that the host asks for ---- */

static bool comes_first(const uint8_t *one, const uint8_t *other)
{
    for (unsigned i = 0; i < RADIO_UID_BYTES; i++)
        if (one[i] != other[i])
            return one[i] < other[i];
    return false;
}

static void sort_answered(struct radio_tag *tags, int count)
{
    for (int i = 1; i < count; i++) {
        struct radio_tag tag = tags[i];
        int k = i;
        for (; k > 0 && comes_first(tag.uid, tags[k - 1].uid); k--)
            tags[k] = tags[k - 1];
        tags[k] = tag;
    }
}

/* Reports the scan that was done, in as many parts as it needs. */
static void report_scan(struct scanner *scanner, uint32_t now_ms)
{
    uint8_t payload[10 + LINK_SCANNED_TAGS * 10];
    uint32_t duration_ms = now_ms - scanner->done_ms;
    int count = scanner->answered_count, next = 0;
    bool complete = count >= 0 && count < RADIO_TAGS_PER_ANTENNA;
    sort_answered(scanner->answered, count);
    for (unsigned part = 0; part == 0 || next < count; part++) {
        size_t bytes = 10;
        for (unsigned i = 0; i < 4; i++)
            payload[i] = scanner->done.number[i];
        payload[4] = scanner->done.antenna;
        payload[5] = (uint8_t)part;
        payload[6] = (uint8_t)(duration_ms < 0xFFFF ? duration_ms : 0xFFFF);
        payload[7] = (uint8_t)((duration_ms < 0xFFFF ? duration_ms : 0xFFFF) >> 8);
        payload[9] = 0;
        for (; next < count && payload[9] < LINK_SCANNED_TAGS; payload[9]++, next++, bytes += 10) {
            const struct radio_tag *tag = &scanner->answered[next];
            copy_uid(payload + bytes, tag->uid);
            payload[bytes + 8] = (uint8_t)tag->rssi_dbm;
            payload[bytes + 9] = (uint8_t)(tag->face | (tag->boxed ? 4 : 0));
        }
        payload[8] = (uint8_t)((complete ? 1 : 0) | (next < count ? 2 : 0));
        link_tell(scanner->link, LINK_SCANNED, payload, bytes, now_ms);
    }
    scanner->done.antenna = 0;
}

static void scan_asked(struct scanner *scanner, uint32_t now_ms)
{
    scanner->done = scanner->asked;
    scanner->asked.antenna = 0;
    scanner->done_ms = now_ms;
    scanner->answered_count =
        scanner->done.antenna <= radio_abilities.antennas ? scan(scanner, scanner->done.antenna, now_ms) : -1;
}

/* ---- one call ---- */

/* Scans the next antenna of the cycle. */
static void scan_next_place(struct scanner *scanner, uint32_t now_ms)
{
    unsigned place = 0;
    uint8_t antenna;
    int count;
    while ((scanner->left & 1u << (scanner->order[place] - 1)) == 0)
        place++;
    antenna = scanner->order[place];
    count = scan(scanner, antenna, now_ms);
    if (count < 0) {
        scanner->left = 0; /* tags that were not scanned are not gone: the cycle does not end, it is dropped */
        return;
    }
    scanner->left &= ~(1u << (antenna - 1));
    for (int i = 0; i < count; i++)
        if (!note(scanner, antenna, &scanner->answered[i], place, now_ms))
            scanner->crowding = true;
    if (scanner->left == 0)
        end_cycle(scanner, now_ms);
}

/* A host that knew nothing of what is on the table begins with every tag. */
static void follow_version(struct scanner *scanner)
{
    bool in_cycles = scanner->link->version == 1;
    if (in_cycles && !scanner->in_cycles) {
        forget_told(scanner);
        scanner->left = 0;
    }
    scanner->in_cycles = in_cycles;
}

bool scanner_run(struct scanner *scanner, uint32_t now_ms)
{
    struct link_command command;
    follow_version(scanner);
    while (link_take_command(scanner->link, &command))
        obey(scanner, &command);
    if (scanner->done.antenna != 0)
        report_scan(scanner, now_ms);
    if (scanner->asked.antenna != 0) {
        scan_asked(scanner, now_ms);
        return true;
    }
    if (!scanner->in_cycles)
        return false;
    if (scanner->left == 0) {
        if (now_ms - scanner->began_ms < SCANNER_CYCLE_MS)
            return false;
        begin_cycle(scanner, now_ms);
    }
    scan_next_place(scanner, now_ms);
    return scanner->left != 0;
}
