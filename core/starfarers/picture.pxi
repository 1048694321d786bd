# The position for a person at a terminal.


cdef str picture(components, const tables_t* t, const state_t* s, int seat):
    return f"turn {s.turn}"
