"""Self-play and fitting: how the weights in bots/nets came about."""
