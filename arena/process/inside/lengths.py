"""How much of a bot's texts is heard, kept and shown. Both ends of the line protocol have it from here."""

LONGEST_LINE = 64 * 1024  # bytes of a message
MOST_STDERR = 2**20  # bytes on standard error before an answer
KEPT_STDERR = 2048  # bytes of its end

LONGEST_REPORT = 1000  # characters that a bot class's process says of an error, before they are cut to what is kept
FAULT_MESSAGE = 300  # characters kept of a fault's message
FAULT_LINES, FAULT_LINE = 12, 200  # and of the traceback or the standard error behind it

MOST_TEXTS = 64  # in a list of hello
LONGEST_TEXT = 100  # characters of each, and of a cell of an explanation
MOST_ROWS, MOST_COLUMNS = 20, 20  # of an explanation
