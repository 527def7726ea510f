"""The tools for maps of areas: they draw borders, cut, merge and bend them."""
