"""The looking pages of the campaign desk: map, graph, plots and boxes, as of any moment."""
