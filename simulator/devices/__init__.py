"""Virtual devices: bytes in, bytes out. They know their protocol and what lies on them, and no rule of any game."""
