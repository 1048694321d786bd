"""The pages, a module for each subject. Each offers `ROUTES`."""
