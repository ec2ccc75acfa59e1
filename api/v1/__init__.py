"""API v1: one table of addresses, from which the routes, the OpenAPI description, and the table of roles are made."""
