"""Games whose rules, charts, counters and victory are data in a pack."""
