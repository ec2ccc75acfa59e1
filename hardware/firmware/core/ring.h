/* A ring of bytes with one writer and one reader, one of which may be an interrupt. */
#ifndef BURNCARD_RING_H
#define BURNCARD_RING_H

#include <stdbool.h>
#include <stdint.h>

enum { RING_BYTES = 2048 }; /* a power of two */

/* Each index counts all bytes so far, modulo 2^32, and is written by one side only: `put` and `drop_to` by the writer,
 * `taken` by the reader. */
struct ring {
    volatile uint32_t put;
    volatile uint32_t taken;
    volatile uint32_t drop_to;
    uint8_t bytes[RING_BYTES];
};

static inline uint32_t ring_room(const struct ring *ring)
{
    return RING_BYTES - (ring->put - ring->taken);
}

/* Whether the reader has taken everything. */
static inline bool ring_empty(const struct ring *ring)
{
    return ring->put == ring->taken;
}

static inline bool ring_put(struct ring *ring, uint8_t byte)
{
    if (ring_room(ring) == 0)
        return false;
    /* A mark that the reader has passed must not stay behind: 2^32 bytes later it would lie ahead of the reader again.
     * The reader is never RING_BYTES behind here, so the mark is one that it has passed. */
    if (ring->put - ring->drop_to >= RING_BYTES)
        ring->drop_to = ring->put - RING_BYTES + 1;
    ring->bytes[ring->put % RING_BYTES] = byte;
    __atomic_signal_fence(__ATOMIC_RELEASE); /* the byte is there before the index says so */
    ring->put++;
    return true;
}

/* The writer discards everything it has put. The reader frees the space on its next call. */
static inline void ring_drop(struct ring *ring)
{
    ring->drop_to = ring->put;
}

static inline bool ring_take(struct ring *ring, uint8_t *byte)
{
    uint32_t to_drop = ring->drop_to - ring->taken;
    if (to_drop <= RING_BYTES)
        ring->taken += to_drop;
    if (ring->put == ring->taken)
        return false;
    *byte = ring->bytes[ring->taken % RING_BYTES];
    __atomic_signal_fence(__ATOMIC_RELEASE);
    ring->taken++;
    return true;
}

#endif
