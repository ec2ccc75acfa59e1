"""Decks: which tag is which card, kept apart and encrypted, and how a deck is enrolled."""
