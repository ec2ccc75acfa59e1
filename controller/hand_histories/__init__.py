"""Hands in and out of files: the table log, its replay, and the PHH format."""
