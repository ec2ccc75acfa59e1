"""Facts carried out on a hand: a hand begins, players act, staff press and override, and the plan moves on."""
