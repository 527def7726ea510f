"""The look of a map: sheet styles, colours, numbers, names, signs and pictures."""
