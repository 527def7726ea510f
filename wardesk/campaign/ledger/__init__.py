"""What was done, by whom and when: events that hash to a chain, their sum, and who sees what."""
