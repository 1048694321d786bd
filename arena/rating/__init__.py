"""How strong the bots are: pure functions of results."""
