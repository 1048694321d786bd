from arena.cli import program

program()
