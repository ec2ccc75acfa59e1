"""The floor: all tables of a room from one desk. `burncard floor` runs it.

It takes every table's record from the room's NATS servers into a database, is the witness of their signed heads, shows
all tables, answers what happened in any hand, and sends the floor's decisions back. A table needs none of it.
"""
