/* Makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines. */
#include "plywood_trace.h"

static const char *words[64];
static size_t count;

static void split(char *row) {
    row[strcspn(row, "\r\n")] = 0;
    for (count = 0; row && count < 64; ++count) {
        char *tab = strchr(row, '\t');
        words[count] = row;
        if (tab) *tab++ = 0;
        row = tab;
    }
}

/* A dash, or the end of the line, means that the argument is omitted. */
static const char *text(size_t at) { return at < count && strcmp(words[at], "-") != 0 ? words[at] : NULL; }
static int64_t score(size_t at) { return text(at) ? atoll(words[at]) : PLYWOOD_NONE; }
static int number(size_t at) { return atoi(words[at]); }
static bool is(size_t at) { return text(at) && strcmp(words[at], "true") == 0; }

int main(void) {
    static char row[1 << 16];
    plywood_trace trace;
    plywood_open(&trace, stdout);
    while (fgets(row, sizeof row, stdin)) {
        split(row);
        const char *call = words[0];
#define CALL(name) else if (strcmp(call, name) == 0)
        if (strcmp(call, "text") == 0) {
            /* The value of order is kept until plywood_begin. */
            char *kept = malloc(strlen(words[2]) + 1);
            plywood_text(&trace, words[1], strcpy(kept, words[2]));
        }
        CALL("list") plywood_list(&trace, words[1], words + 2, count - 2);
        CALL("number") plywood_number(&trace, words[1], atof(words[2]));
        CALL("json") plywood_json(&trace, words[1], words[2]);
        CALL("open") plywood_begin(&trace, number(1), words[2]);
        CALL("root") plywood_root(&trace, score(1));
        CALL("new_pass") plywood_new_pass(&trace, words[1], number(2), score(3), score(4));
        CALL("enter") plywood_enter(&trace, text(1), number(2), score(3), score(4), words + 5, count - 5);
        CALL("created") plywood_created(&trace, words[1], score(2));
        CALL("judged") plywood_judged(&trace, words[1], score(2), words[3], score(4), score(5), words[6], text(7), text(8));
        CALL("leave") plywood_leave(&trace, score(1), words[2]);
        CALL("hash") plywood_hash(&trace, text(1), number(2), score(3), words[4], is(5), text(6), is(7));
        CALL("quiet") plywood_quiet(&trace);
        CALL("aloud") plywood_aloud(&trace);
        CALL("null_move") plywood_null_move(&trace, text(1), number(2), score(3), score(4), score(5), is(6));
        CALL("extended") plywood_extended(&trace, text(1), number(2), text(3));
        CALL("reduced") plywood_reduced(&trace, text(1), number(2), text(3));
        CALL("again") plywood_again(&trace, words[1], words[2], number(3), score(4), score(5), text(6));
        CALL("stand_pat") plywood_stand_pat(&trace, score(1), score(2), score(3), words[4]);
        CALL("pruned") plywood_pruned(&trace, words[1], words[2], score(3), score(4), score(5), text(6));
        CALL("result") plywood_result(&trace, score(1), words + 3, count - 3, is(2));
        else {
            fprintf(stderr, "no call is named %s\n", call);
            return 1;
        }
    }
    return 0;
}
