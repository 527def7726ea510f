"""Europa's forts: rule 40 of the One-Week rules, worked out for attacks on a board at home.

It cannot be played here yet: there are no rules object and no scenario. What it offers is the
table of all works, an attack's figures and exact chances, and what becomes of a work.
"""
