"""A typed client of API v1; imported as `burncard.client`."""
