"""One game: who sits at the table, how a game is played, what is recorded of it."""
