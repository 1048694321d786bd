/* A bot in C: flat Monte Carlo by asking over the pipe, so that it needs no rules and no JSON library.
 *
 *     cc -O2 -o monte_carlo monte_carlo.c
 *
 * The arena writes no spaces and its keys in the order of docs/protocol.md, so a field is found by its name. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAYOUTS 8
#define MAX_ACTIONS 1024
#define MAX_SEATS 4

static char *line;
static size_t room;

static void hear(void) {
    if (getline(&line, &room, stdin) < 0)
        exit(0);
}

static int is(const char *type) {
    char start[64];
    snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
    return strncmp(line, start, strlen(start)) == 0;
}

static char *after(const char *key) {
    char *found = strstr(line, key);
    if (!found) {
        fprintf(stderr, "there is no %s in %s", key, line);
        exit(1);
    }
    return found + strlen(key);
}

static uint64_t number(const char *key) {
    return strtoull(after(key), NULL, 10);
}

static int numbers(const char *key, uint64_t *out, int most) {
    char *at = after(key);
    int count = 0;
    while (*at != ']' && count < most) {
        out[count++] = strtoull(at, &at, 10);
        if (*at == ',')
            at++;
    }
    return count;
}

/* Our rank at the end of one random game in which we begin with this action. */
static uint64_t playout(uint64_t action, int seat, uint64_t seed) {
    uint64_t ranks[MAX_SEATS] = {0};
    printf("{\"type\":\"sample\",\"seed\":%" PRIu64 "}\n", seed);
    hear();
    uint64_t state = number("\"state\":");
    printf("{\"type\":\"apply\",\"state\":%" PRIu64 ",\"actions\":[%" PRIu64 "]}\n", state, action);
    hear();
    printf("{\"type\":\"playout\",\"state\":%" PRIu64 ",\"seed\":%" PRIu64 "}\n", state, seed);
    hear();
    numbers("\"ranks\":[", ranks, MAX_SEATS);
    printf("{\"type\":\"free\",\"state\":%" PRIu64 "}\n", state);
    hear();
    return ranks[seat];
}

static void move(int seat, uint64_t seed) {
    uint64_t legal[MAX_ACTIONS], best = 0, least = UINT64_MAX;
    uint64_t turn = number("\"turn\":");
    int count = numbers("\"legal\":[", legal, MAX_ACTIONS);
    for (int i = 0; i < count; i++) {
        uint64_t total = 0;
        for (int k = 0; k < PLAYOUTS && count > 1; k++)
            total += playout(legal[i], seat, seed + turn * PLAYOUTS + k);
        if (total < least) {
            least = total;
            best = legal[i];
        }
    }
    printf("{\"type\":\"move\",\"turn\":%" PRIu64 ",\"action\":%" PRIu64 "}\n", turn, best);
}

int main(void) {
    int seat = 0;
    uint64_t seed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (;;) {
        hear();
        if (is("hello")) {
            printf("{\"type\":\"hello\",\"protocol\":1,\"send\":[]}\n");
        } else if (is("new")) {
            seat = (int)number("\"seat\":");
            seed = number("\"seed\":") >> 1;
            printf("{\"type\":\"ready\"}\n");
        } else if (is("turn")) {
            move(seat, seed);
        } else if (is("over")) {
            printf("{\"type\":\"ready\"}\n");
        }
    }
}
