"""What is drawn over the map for the hand that edits it, and what lies under the pointer."""
