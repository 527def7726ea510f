"""Standing orders at the table: the page that lists them, and their form."""
