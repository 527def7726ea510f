"""Movement: whole-number costs, the graph it runs on, cheapest ways."""
