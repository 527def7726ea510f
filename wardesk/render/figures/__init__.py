"""Plots: what they show is worked out once, then drawn as SVG or by a painter.

`figure` has the few marks that a plot is made of, `axes` scales and round values; `shares`, `lines`
and `counts` are the kinds of plots, `campaign` those of a campaign. `svg` and `painting` are the
two thin ways to draw a figure. Reports are written without Qt: only `painting` and `campaign` need
it.
"""
