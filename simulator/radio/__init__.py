"""The radio of a room: what each antenna hears of the cards that lie on the felt.

`felt` knows where the cards lie and how they are stacked, `plan` where the antennas are, `quality` how good the radio
is, `anticollision` how long an inventory takes. `air` puts them together: one inventory of one antenna. `any_air` is
what a room needs of it, so that another model can take its place. Nothing here has a clock or knows a rule or a
protocol; the same seed and the same calls give the same answers.
"""
