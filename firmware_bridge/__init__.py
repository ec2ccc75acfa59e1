"""Bytes to devices and back: transports, framing, links and drivers.

Only the transports and the port do I/O. Everything else is sans-IO: bytes and the time go in, events and bytes come
out.
"""
