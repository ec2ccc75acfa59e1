/* The simulated front end's own control: a line of text that puts a tag on the table or takes it away.
 *
 *     put UID ANTENNA [up|down] [boxed]
 *     across UID ANTENNA DB               it answers there as well, DB below 1 mW, until it is put or taken
 *     take UID
 *     fail | mend                         the front end stops answering, and answers again
 */
#ifndef BURNCARD_RADIO_SIMULATED_H
#define BURNCARD_RADIO_SIMULATED_H

#include <stdbool.h>

/* Does what a line (without its end) says. False where it is not understood or there is no room. */
bool simulated_obey(const char *line);

#endif
