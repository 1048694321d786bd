"""The tournaments. Knows core and bots."""
