/* Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output. */
#include "plywood_trace.h"

typedef struct {
    int64_t score;
    const char *bound;
    const char *line[16];
    size_t length;
} value;

static const char *const takes[] = {"1", "2", "3"};

static const char *turned(const char *bound) {
    return strcmp(bound, "lower") == 0 ? "upper" : strcmp(bound, "upper") == 0 ? "lower" : "exact";
}

static value search(plywood_trace *trace, int heap, const char *move, int depth, int ply, int64_t alpha, int64_t beta) {
    const size_t moves = heap < 3 ? (size_t)heap : 3;
    plywood_enter(trace, move, depth, alpha, beta, takes, moves);
    value best = {-PLYWOOD_INF, "upper", {NULL}, 0};
    for (size_t at = 0; at < moves; ++at) {
        const char *name = takes[at], *leaf = NULL;
        const int rest = heap - (int)at - 1;
        value child = {0, "exact", {NULL}, 0};
        if (rest == 0 || depth == 1) {
            leaf = rest == 0 ? "lost" : "horizon";
            child.score = rest == 0 ? -plywood_mated_in(ply + 1) : 0;
            plywood_created(trace, name, child.score);
        } else {
            plywood_created(trace, name, PLYWOOD_NONE);
            child = search(trace, rest, name, depth - 1, ply + 1, -beta, -alpha);
            child.score = -child.score;
            child.bound = turned(child.bound);
        }
        const bool cuts = beta <= child.score, raises = alpha < child.score;
        plywood_judged(trace, name, child.score, child.bound, alpha, beta, cuts ? "cutoff" : raises ? "best" : "not_best", leaf, NULL);
        if (best.score < child.score) best.score = child.score;
        if (raises) {
            best.bound = cuts ? "lower" : child.bound;
            best.line[0] = name;
            memcpy(best.line + 1, child.line, child.length * sizeof *child.line);
            best.length = child.length + 1;
        }
        if (cuts) break;
        if (alpha < child.score) alpha = child.score;
    }
    plywood_leave(trace, best.score, best.bound);
    return best;
}

int main(void) {
    plywood_trace trace;
    plywood_open(&trace, stdout);
    plywood_text(&trace, "title", "Nim, ten matches");
    plywood_text(&trace, "fail", "soft");
    plywood_begin(&trace, 6, "alpha-beta");
    plywood_root(&trace, 0);
    const value found = search(&trace, 10, NULL, 6, 0, -PLYWOOD_INF, PLYWOOD_INF);
    plywood_result(&trace, found.score, found.line, found.length, true);
    return 0;
}
