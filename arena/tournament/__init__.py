"""Many games: the tournament file, the schedule, the workers on Ray, the store."""
