#include "link.h"

#include "bytes.h"
#include "crc32.h"

void link_start(struct link *link, const struct link_identity *identity, struct link_key *key, bool (*has_speed)(uint32_t),
                uint32_t (*seed)(void))
{
    *link = (struct link){.identity = identity, .key = key, .speed.has = has_speed, .seed = seed, .oldest_event = 1,
                          .next_event = 1};
}

/* A session's speed ends with it. */
static void end_session(struct link *link)
{
    link->in_session = false;
    link->speed.next_baud = 0;
    link->speed.unproved = false;
}

void link_restart(struct link *link)
{
    link->boot++;
    link->oldest_event = link->next_event = 1;
    link->sent_up_to = 0;
    link->commands_waiting = 0;
    end_session(link);
}

/* ---- sending ---- */

/* A frame is queued completely or not at all; the host asks again for what it misses. */
static bool send(struct link *link, uint8_t type, uint32_t number, const uint8_t *payload, size_t payload_bytes)
{
    uint8_t line[FRAME_LINE_MAX];
    size_t bytes = frame_write(line, type, number, payload, payload_bytes);
    if (link->speed.baud != link->speed.next_baud)
        return false; /* it would still go out at the old speed */
    if (ring_room(&link->output) < bytes) {
        link->output_full++;
        return false;
    }
    for (size_t i = 0; i < bytes; i++)
        ring_put(&link->output, line[i]);
    return true;
}

static void send_number(struct link *link, uint8_t type, uint32_t value)
{
    uint8_t payload[4];
    u32_to(payload, value);
    send(link, type, 0, payload, sizeof payload);
}

static bool send_event(struct link *link, uint32_t number, uint32_t now_ms)
{
    const struct link_event *event = &link->kept[number % LINK_EVENTS_KEPT];
    link->sent_ms = now_ms;
    if (!send(link, event->type, number, event->payload, event->bytes))
        return false;
    if (number > link->sent_up_to)
        link->sent_up_to = number;
    return true;
}

/* Sends events from `first` on, up to the end of the window. */
static void send_window(struct link *link, uint32_t first, uint32_t now_ms)
{
    for (uint32_t number = first; number < link->next_event; number++)
        if (number - link->oldest_event >= LINK_WINDOW || !send_event(link, number, now_ms))
            return;
}

static void send_new(struct link *link, uint32_t now_ms)
{
    uint32_t first = link->sent_up_to + 1;
    if (link->in_session)
        send_window(link, first > link->oldest_event ? first : link->oldest_event, now_ms);
}

void link_tell(struct link *link, uint8_t type, const uint8_t *payload, size_t bytes, uint32_t now_ms)
{
    struct link_event *event = &link->kept[link->next_event % LINK_EVENTS_KEPT];
    if (type == LINK_SCANNED && link->in_session && link->version < LINK_VERSION)
        return;
    if (link->next_event - link->oldest_event == LINK_EVENTS_KEPT) {
        link->oldest_event++;
        link->events_dropped++;
    }
    event->type = type;
    event->bytes = (uint8_t)bytes;
    for (size_t i = 0; i < bytes; i++)
        event->payload[i] = payload[i];
    link->next_event++;
    send_new(link, now_ms);
}

void link_tick(struct link *link, uint32_t now_ms)
{
    if (!link->in_session)
        return;
    if ((link->speed.unproved && now_ms - link->speed.acknowledged_ms >= LINK_SPEED_PROVED_MS) ||
        now_ms - link->heard_ms >= LINK_HOST_SILENT_MS) {
        end_session(link);
    } else if (link->oldest_event < link->next_event && now_ms - link->sent_ms >= LINK_EVENT_RETRY_MS) {
        if (link->oldest_event <= link->sent_up_to)
            send_event(link, link->oldest_event, now_ms);
        send_new(link, now_ms);
    }
}

/* ---- receiving: messages ---- */

static size_t text_to(uint8_t *bytes, const char *text)
{
    size_t length = 0;
    for (; text[length] != '\0' && length < LINK_TEXT_MAX; length++)
        bytes[1 + length] = (uint8_t)text[length];
    bytes[0] = (uint8_t)length;
    return 1 + length;
}

static void send_identity(struct link *link)
{
    const struct link_identity *identity = link->identity;
    uint8_t payload[15 + 4 * (1 + LINK_TEXT_MAX)];
    size_t bytes = 15;
    payload[0] = link->version;
    u32_to(payload + 1, link->session);
    u32_to(payload + 5, link->boot);
    u32_to(payload + 9, link->oldest_event);
    payload[13] = identity->antennas;
    payload[14] = (uint8_t)((identity->senses_face ? 1 : 0) | (identity->senses_boxed ? 2 : 0) |
                            (link->key->keep != NULL ? 8 : 0) | (link->speed.has != NULL ? 16 : 0));
    bytes += text_to(payload + bytes, identity->kind);
    bytes += text_to(payload + bytes, identity->firmware_version);
    bytes += text_to(payload + bytes, identity->firmware_hash);
    bytes += text_to(payload + bytes, identity->serial_number);
    send(link, LINK_IDENTITY, 0, payload, bytes);
}

/* The boot number is first needed here. A board without random numbers has a counter: it is read now, since the moment at
 * which a HELLO arrives differs after each power-up, even if the host's random number is still the same. */
static void draw_boot(struct link *link, const uint8_t *session)
{
    uint8_t seed[4];
    u32_to(seed, link->seed());
    link->boot = crc32(crc32(0, seed, sizeof seed), session, 4);
    link->boot_drawn = true;
}

/* A host of version 1 would wait forever for the number of an event that it does not know: it is told that it is gone. */
static void drop_scans(struct link *link)
{
    for (uint32_t number = link->oldest_event; number < link->next_event; number++)
        if (link->kept[number % LINK_EVENTS_KEPT].type == LINK_SCANNED) {
            link->events_dropped += number + 1 - link->oldest_event;
            link->oldest_event = number + 1;
        }
}

static void take_hello(struct link *link, const struct frame *frame, uint32_t now_ms)
{
    uint32_t session;
    if (frame->payload_bytes != 5) {
        link->bad_payloads++;
        return;
    }
    session = u32_from(frame->payload + 1);
    if (!link->boot_drawn)
        draw_boot(link, frame->payload + 1);
    if (!link->in_session || session != link->session) {
        link->in_session = true;
        link->session = session;
        link->last_command = 0;
        ring_drop(&link->output);
        ring_put(&link->output, 0); /* ends a frame that may have been cut off */
    }
    link->heard_ms = now_ms;
    link->version = frame->payload[0] < LINK_VERSION ? frame->payload[0] : LINK_VERSION;
    if (link->version < LINK_VERSION)
        drop_scans(link);
    send_identity(link);
}

static void acknowledged(struct link *link, uint32_t last)
{
    while (link->oldest_event < link->next_event && link->oldest_event <= last)
        link->oldest_event++;
}

/* Always answered: with events, with EVENTS_GONE before them, or with PONG if there is nothing to repeat. */
static void repeat_from(struct link *link, uint32_t first, uint32_t now_ms)
{
    if (first > 0)
        acknowledged(link, first - 1);
    if (first < link->oldest_event)
        send_number(link, LINK_EVENTS_GONE, link->oldest_event);
    if (link->oldest_event < link->next_event)
        send_window(link, link->oldest_event, now_ms);
    else if (first >= link->oldest_event)
        send_number(link, LINK_PONG, link->sent_up_to);
}

/* HMAC of the nonce, the session, the boot number and the serial number: see docs/link-protocol.md, section "Proof". */
static void prove(struct link *link, const struct frame *frame)
{
    uint8_t said[LINK_NONCE_BYTES + 8 + LINK_TEXT_MAX], mac[SHA256_BYTES];
    const char *serial_number = link->identity->serial_number;
    size_t bytes = LINK_NONCE_BYTES + 8;
    if (frame->payload_bytes != LINK_NONCE_BYTES) {
        link->bad_payloads++;
        return;
    }
    for (size_t i = 0; i < LINK_NONCE_BYTES; i++)
        said[i] = frame->payload[i];
    u32_to(said + LINK_NONCE_BYTES, link->session);
    u32_to(said + LINK_NONCE_BYTES + 4, link->boot);
    for (size_t i = 0; serial_number[i] != '\0' && i < LINK_TEXT_MAX; i++)
        said[bytes++] = (uint8_t)serial_number[i];
    hmac_sha256(mac, link->key->bytes, link->key->known ? LINK_KEY_BYTES : 0, said, bytes);
    send(link, LINK_PROOF, 0, mac, sizeof mac);
}

static void take_message(struct link *link, const struct frame *frame, uint32_t now_ms)
{
    if (frame->type == LINK_PROVE && link->key->keep != NULL) {
        prove(link, frame);
        return;
    }
    if (frame->type != LINK_PING && frame->type != LINK_EVENT_ACK && frame->type != LINK_REPEAT_FROM) {
        link->unknown_types++;
        return;
    }
    if (frame->payload_bytes != 4) {
        link->bad_payloads++;
        return;
    }
    if (frame->type == LINK_REPEAT_FROM) {
        repeat_from(link, u32_from(frame->payload), now_ms);
        return;
    }
    acknowledged(link, u32_from(frame->payload));
    send_new(link, now_ms);
    if (frame->type == LINK_PING)
        send_number(link, LINK_PONG, link->sent_up_to);
}

/* ---- receiving: commands ---- */

static bool antennas_allowed(const uint8_t *antennas, size_t count)
{
    if (count > LINK_ANTENNAS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (antennas[i] == 0)
            return false;
        for (size_t k = 0; k < i; k++)
            if (antennas[k] == antennas[i])
                return false;
    }
    return true;
}

static bool payload_allowed(const struct frame *frame)
{
    if (frame->type == LINK_SCAN_ORDER)
        return antennas_allowed(frame->payload, frame->payload_bytes);
    if (frame->type == LINK_SCAN)
        return frame->payload_bytes == 5 && frame->payload[0] >= 1 && frame->payload[0] <= LINK_ANTENNAS_MAX;
    return frame->payload_bytes == 0;
}

static bool known_command(const struct link *link, uint8_t type)
{
    return type == LINK_SCAN_ORDER || type == LINK_REPORT_ALL || type == LINK_RESET ||
           (type == LINK_SCAN && link->version >= 2);
}

static void refuse(struct link *link, uint32_t command, enum link_refusal reason)
{
    uint8_t payload[5];
    u32_to(payload, command);
    payload[4] = (uint8_t)reason;
    send(link, LINK_COMMAND_REFUSED, 0, payload, sizeof payload);
}

/* A key is set once, and given away never: whoever may change it could make another device the enrolled one. */
static void set_key(struct link *link, const struct frame *frame)
{
    struct link_key *key = link->key;
    if (key->known) {
        refuse(link, frame->number, LINK_HAS_KEY);
    } else if (frame->payload_bytes != LINK_KEY_BYTES) {
        link->bad_payloads++;
        refuse(link, frame->number, LINK_BAD_PAYLOAD);
    } else if (!key->keep(frame->payload)) {
        refuse(link, frame->number, LINK_UNKNOWN);
    } else {
        for (size_t i = 0; i < LINK_KEY_BYTES; i++)
            key->bytes[i] = frame->payload[i];
        key->known = true;
        link->last_command = frame->number;
        send_number(link, LINK_COMMAND_ACK, frame->number);
    }
}

static void set_speed(struct link *link, const struct frame *frame, uint32_t now_ms)
{
    if (frame->payload_bytes != 4 || !link->speed.has(u32_from(frame->payload))) {
        refuse(link, frame->number, LINK_BAD_PAYLOAD);
        return;
    }
    link->last_command = frame->number;
    send_number(link, LINK_COMMAND_ACK, frame->number);
    link->speed.next_baud = u32_from(frame->payload);
    link->speed.unproved = true;
    link->speed.acknowledged_ms = now_ms;
}

uint32_t link_baud(struct link *link)
{
    if (ring_empty(&link->output))
        link->speed.baud = link->speed.next_baud;
    return link->speed.baud;
}

static void take_command(struct link *link, const struct frame *frame, uint32_t now_ms)
{
    struct link_command *command;
    if (frame->number <= link->last_command) {
        link->repeated_commands++;
        send_number(link, LINK_COMMAND_ACK, frame->number);
        return;
    }
    if (frame->type == LINK_SET_KEY && link->key->keep != NULL) {
        set_key(link, frame);
        return;
    }
    if (frame->type == LINK_SET_SPEED && link->speed.has != NULL) {
        set_speed(link, frame, now_ms);
        return;
    }
    if (!known_command(link, frame->type)) {
        refuse(link, frame->number, LINK_UNKNOWN);
        return;
    }
    if (link->commands_waiting == LINK_COMMANDS) {
        refuse(link, frame->number, LINK_BUSY);
        return;
    }
    if (!payload_allowed(frame)) {
        link->bad_payloads++;
        refuse(link, frame->number, LINK_BAD_PAYLOAD);
        return;
    }
    command = &link->commands[link->commands_waiting++];
    command->type = frame->type;
    command->bytes = (uint8_t)frame->payload_bytes;
    for (size_t i = 0; i < frame->payload_bytes; i++)
        command->payload[i] = frame->payload[i];
    link->last_command = frame->number;
    send_number(link, LINK_COMMAND_ACK, frame->number);
}

bool link_take_command(struct link *link, struct link_command *command)
{
    if (link->commands_waiting == 0)
        return false;
    *command = link->commands[0];
    link->commands_waiting--;
    for (unsigned i = 0; i < link->commands_waiting; i++)
        link->commands[i] = link->commands[i + 1];
    return true;
}

static void take_frame(struct link *link, const struct frame *frame, uint32_t now_ms)
{
    if (link->speed.baud == link->speed.next_baud && frame->type != LINK_PING)
        link->speed.unproved = false; /* the host hears it: until then it sends nothing but PING */
    if (frame->type == LINK_HELLO) {
        take_hello(link, frame, now_ms);
    } else if (!link->in_session) {
        send(link, LINK_NO_SESSION, 0, NULL, 0);
    } else {
        link->heard_ms = now_ms;
        if (frame->type >= LINK_SCAN_ORDER && frame->type <= LINK_COMMAND_LAST)
            take_command(link, frame, now_ms);
        else
            take_message(link, frame, now_ms);
    }
}

void link_receive(struct link *link, const uint8_t *data, size_t bytes, uint32_t now_ms)
{
    struct frame frame;
    for (size_t i = 0; i < bytes; i++)
        if (frame_read(&link->reader, data[i], &frame) == FRAME_WHOLE)
            take_frame(link, &frame, now_ms);
}
