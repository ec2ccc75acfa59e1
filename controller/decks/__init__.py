"""Decks: which tag is which card, stored separately and encrypted, and how a deck is enrolled."""
