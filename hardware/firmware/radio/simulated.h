/* Control of the simulated front end: a line of text puts a tag on the table or takes it away.
 *
 *     put UID ANTENNA [up|down] [boxed]
 *     across UID ANTENNA DB               it also answers there, at -DB dBm, until it is put or taken
 *     take UID
 *     fail | mend                         the front end stops answering, and answers again
 *     hang                                the front end never returns from its next scan
 */
#ifndef BURNCARD_RADIO_SIMULATED_H
#define BURNCARD_RADIO_SIMULATED_H

#include <stdbool.h>

/* Carries out a line (without its end). False if it is invalid or there is no room. */
bool simulated_obey(const char *line);

#endif
