/* What the firmware needs from a board. Each folder under boards/ is one board. */
#ifndef BURNCARD_BOARD_H
#define BURNCARD_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "ring.h"

/* Clocks, pins and interrupts. Bytes received on the link go into `received`; bytes in `sending` go out. */
void board_start(struct ring *received, struct ring *sending);

/* Milliseconds since power-up, modulo 2^32. */
uint32_t board_now_ms(void);

/* Something was put into `sending`. */
void board_send(void);

/* Whether the link's line can go at this speed, in bits per second. */
bool board_has_speed(uint32_t baud);

/* Sets the link's line to a speed, once it has carried what it was given; 0 is the speed of board_start. */
void board_set_speed(uint32_t baud);

/* Sleeps until an interrupt: a byte, or the clock's next tick within 10 ms. Returns at once if `received` is not
 * empty. */
void board_sleep(void);

/* The main loop has come round. The board's watchdog, if it has one, restarts the board when this is not called for a
 * second or more; before the first call it is off. */
void board_alive(void);

/* A random number or a fast running counter, for the boot number. It is called when the first HELLO arrives, and the link
 * mixes the host's random number into it. */
uint32_t board_seed(void);

/* The serial number of this board, at most LINK_TEXT_MAX characters. */
const char *board_serial_number(void);

/* The key that was kept, in `key`. Returns whether there is one. */
bool board_key(uint8_t key[32]);

/* Keeps a key over power-downs, where nothing but the board itself can remove it. Returns whether that worked. */
bool board_keep_key(const uint8_t key[32]);

/* The firmware image in flash, for its hash. */
const uint8_t *board_image(uint32_t *bytes);

/* Does whatever else this board needs. */
void board_run(void);

#endif
