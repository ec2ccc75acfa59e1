"""How well a table detects: hands dealt over the radio of a room, judged by a twin table that knows the truth."""
