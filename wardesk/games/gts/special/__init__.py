"""Special rules of the Grand Tactical Series: events, and who is lost."""
