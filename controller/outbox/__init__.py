"""What leaves a table for the floor: its record in order, how it is now, and the floor's decisions on their way back.

Nothing here is needed by a table on its own. The journal stays the truth: what has left is only how far a reader of it
has come.
"""
