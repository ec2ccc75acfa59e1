/* What the firmware needs of a board. One folder under boards/ is one board. */
#ifndef BURNCARD_BOARD_H
#define BURNCARD_BOARD_H

#include <stdint.h>

#include "ring.h"

/* Clocks, pins and interrupts. Bytes that the link's line brings go into `received`, bytes of `sending` go out. */
void board_start(struct ring *received, struct ring *sending);

/* Milliseconds since power-up, modulo 2^32. */
uint32_t board_now_ms(void);

/* Something was put into `sending`. */
void board_send(void);

/* Rests until an interrupt (a byte, or the clock's next beat, 10 ms at the latest); returns at once where `received`
 * is not empty. */
void board_sleep(void);

/* A number that is hardly the same after two power-ups; the link mixes the host's random number into it. */
uint32_t board_seed(void);

/* The serial number of this one board, LINK_TEXT_MAX characters at most. */
const char *board_serial_number(void);

/* The firmware as it lies in flash, for its hash. */
const uint8_t *board_image(uint32_t *bytes);

/* Does what else there is to do on this board. */
void board_run(void);

#endif
