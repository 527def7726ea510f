"""What is wrong with a map, live while it is drawn, and the commands that mend it."""
