"""The showdown: who shows when, what hands are worth, and who is awarded which pot."""
