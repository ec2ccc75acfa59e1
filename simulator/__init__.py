"""Virtual devices on real or simulated lines, and a dealer who uses them and makes mistakes."""
