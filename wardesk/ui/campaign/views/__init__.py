"""What a campaign looks like at any moment: map, graph, plots, boxes, one time bar."""
