"""What a program needs to play the Grand Tactical Series."""
