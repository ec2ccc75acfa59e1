"""The CRC-16 of FEIG and Metratec readers: polynomial 0x8408 (reflected), initial value FFFF, no final inversion."""

from binascii import crc_hqx

INITIAL = 0xFFFF
MIRRORED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


def crc16(data: bytes | bytearray) -> int:
    """The CRC of some bytes; of `123456789` it is 6F91.

    `crc_hqx` has the same polynomial in the other bit order (0x1021), so bits are mirrored on the way in and out.
    """
    mirrored = crc_hqx(data.translate(MIRRORED), INITIAL)
    return MIRRORED[mirrored & 0xFF] << 8 | MIRRORED[mirrored >> 8]
