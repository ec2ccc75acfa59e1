/* The reader for a host program: the main loop without a board. One reader per process. */
#include "link.h"
#include "scanner.h"
#include "simulated.h"

void reader_start(void);
void reader_receive(const uint8_t *data, size_t bytes, uint32_t now_ms);
void reader_run(uint32_t now_ms);
bool reader_step(uint32_t now_ms);
size_t reader_output(uint8_t *data, size_t room);
bool reader_table(const char *line);
void reader_line_lost(void);
uint32_t reader_dropped(void);
void reader_has_sent(uint32_t bytes);
uint32_t reader_baud(void);
void reader_cannot_keep(void);
void reader_hmac(uint8_t *mac, const uint8_t *with, size_t with_bytes, const uint8_t *data, size_t bytes);

static struct link reader_link;
static struct scanner scanner;
static bool keeps = true;

static bool keep(const uint8_t kept[LINK_KEY_BYTES])
{
    return keeps && kept != NULL;
}

static struct link_key key = {.keep = keep};
static const struct link_identity identity = {"reader", "1.0.0", "5EED5EED", "HOST-1", 15, true, true};

static bool has_speed(uint32_t baud)
{
    return baud == 115200 || baud == 230400 || baud == 460800 || baud == 921600;
}

uint32_t reader_baud(void)
{
    return link_baud(&reader_link);
}

/* A board without random numbers: its counter begins anew at each power-up. */
static uint32_t counter;

static uint32_t seed(void)
{
    return counter;
}

void reader_start(void)
{
    link_start(&reader_link, &identity, &key, has_speed, seed);
    scanner_start(&scanner, &reader_link);
}

void reader_receive(const uint8_t *data, size_t bytes, uint32_t now_ms)
{
    counter = now_ms;
    link_receive(&reader_link, data, bytes, now_ms);
}

void reader_run(uint32_t now_ms)
{
    while (reader_step(now_ms)) {
    }
}

/* One pass of the main loop. Returns whether the next is due at once. */
bool reader_step(uint32_t now_ms)
{
    bool more = scanner_run(&scanner, now_ms);
    link_tick(&reader_link, now_ms);
    return more;
}

size_t reader_output(uint8_t *data, size_t room)
{
    size_t bytes = 0;
    while (bytes < room && ring_take(&reader_link.output, &data[bytes]))
        bytes++;
    return bytes;
}

bool reader_table(const char *line)
{
    return simulated_obey(line);
}

/* What the sender held when the line was unplugged. */
void reader_line_lost(void)
{
    ring_drop(&reader_link.output);
}

uint32_t reader_dropped(void)
{
    return reader_link.events_dropped;
}

/* As if so many bytes more had been sent. */
void reader_has_sent(uint32_t bytes)
{
    reader_link.output.put += bytes;
    reader_link.output.taken += bytes;
}

/* As if the board's memory were broken. */
void reader_cannot_keep(void)
{
    keeps = false;
}

void reader_hmac(uint8_t *mac, const uint8_t *with, size_t with_bytes, const uint8_t *data, size_t bytes)
{
    hmac_sha256(mac, with, with_bytes, data, bytes);
}
