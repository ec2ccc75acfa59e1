"""Virtual devices: bytes in, bytes out. They know their protocol and the cards on them, and no rules."""
