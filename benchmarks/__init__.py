"""Performance claims, measured as ratios in one run. `make bench` runs them all."""
