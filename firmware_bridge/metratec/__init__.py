"""Metratec HF readers with the ASCII protocol."""
