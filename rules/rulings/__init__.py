"""Mistakes and rulings: what can go wrong, the rules in force, and how a verdict is numbered and carried out."""
