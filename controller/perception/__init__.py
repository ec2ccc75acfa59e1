"""Perception: from an antenna's scans to facts that may be ruled on.

A small belief for every tag (`beliefs`) keeps all evidence, also of tags that were not heard; a sequential test decides
where a card lies (`decision`); a sequencer brings decided cards in the order of the deal (`sequencer`); and the next
antenna is the one that tells most (`polling`). Pure: scans and times in, facts and antennas out.
"""
