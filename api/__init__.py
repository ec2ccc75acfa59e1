"""What people and programs use: the local API, the dealer's console, the command line."""
