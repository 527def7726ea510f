"""Special rules of the Grand Tactical Series: events, transport, what few units do."""
