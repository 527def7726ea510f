"""How programs play: the script, what it aims at, and how a battle stands."""
