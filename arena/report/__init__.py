"""How results look: leaderboards in the terminal and as files, the page, its charts."""
