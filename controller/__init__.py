"""One table: device events and people's entries become facts, which are journaled, ruled on and shown.

`record` holds what has happened, `service` takes events and entries, `views` decides who sees what.
"""
