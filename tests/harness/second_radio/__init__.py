"""A second model of a table's radio, from the physics of coils and tags, with what people do as the first one has it.

Perception is measured in it too, because the two models share no assumption about what an antenna hears. What a scan
misses has two parts: some of it stays for as long as cards lie as they lie (which tag it is, how the card lies, which
cards touch it), and some is new in each scan. The rates of the radio's quality are the means over cards.

`effects` has all numbers, `coils` the fields and how coils are coupled, `lying` how a card lies and is heard,
`heard_pack` the same for the pack, `comings` what comes and goes, and `air` puts them together. `play` plays hands in
such rooms.
"""
