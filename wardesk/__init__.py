"""WarDesk: board wargames, drawn, played and umpired."""
