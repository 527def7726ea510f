"""A game being played: session, log, history, statistics, tables."""
