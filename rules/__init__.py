"""The rules of the table: cards, games, deal plan, irregularities, rulings, betting, pots, showdown.

Pure: nothing here reads a clock, a file, a socket or a random number, and nothing here imports another package of
the project. Facts go in (`rules.facts`), outcomes come out (`rules.outcomes`); `rules.table.Table` stands between.
"""
