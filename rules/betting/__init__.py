"""Betting: rounds, bet sizes and offers for every structure, chips, all-ins and pots. It knows chips, never cards."""
