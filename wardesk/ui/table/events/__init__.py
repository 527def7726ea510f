"""What happened, shown: motion on the board, the opponent's card, sounds, the ending."""
