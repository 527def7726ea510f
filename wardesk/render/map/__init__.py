"""The one painter of maps: documents being drawn and boards being played on, alike."""
