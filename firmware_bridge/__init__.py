"""Bytes to devices and back: transports, framing, links and drivers.

Below the transports nothing waits and nothing blocks: bytes and the time go in, events and bytes come out.
"""
