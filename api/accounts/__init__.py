"""People: one person, one name, one role; how they sign in, and what is kept of it."""
