"""The pages in the middle of a campaign that are read and typed into."""
