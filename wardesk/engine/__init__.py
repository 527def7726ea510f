"""The kernel: ask, answer, draft, fold, journal, dice, replay. No game, no Qt, no SQL."""
