"""Calibration: what each antenna of this table hears, measured with a technician and followed in play.

`tallies` counts, `rates_of` makes the rates of `controller.perception` from the counts, `survey` leads the technician,
`in_play` goes on counting while hands are dealt, and `stored` keeps all of it for one layout.
"""
