"""A hand in play: the felt, the plan of moves still due, each player and street, and the few operations on them.

Nothing here decides what is right; rules ask and change a hand through this package.
"""
