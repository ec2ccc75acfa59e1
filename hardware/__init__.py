"""What a device is: profiles, table layouts, the wire protocol's golden vectors, udev rules, reference firmware."""
