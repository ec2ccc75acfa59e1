"""A FEIG reader in ISO-Host mode, as the maker's system manuals describe it (PR101, MR102, LR200, LR2500, CPR30).

Written from the manuals alone: it shares no code with our driver but the CRC, so that a wrong reading of ours shows.
"""
