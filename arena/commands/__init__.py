"""The commands of `arena`, a module each: its click command is called `command`."""
