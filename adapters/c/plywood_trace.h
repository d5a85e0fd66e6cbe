/* Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines. C99, no dependencies.
 *
 * Scores are whole thousandths of a pawn, for the side to move (in created, judged and pruned: for the side that moved); a mate is
 * PLYWOOD_MATE minus the plies from the root. adapters/README.md describes the functions, which are the same in every language.
 * Pass NULL for a text that you leave out (the move at the root, leaf, best, why), and PLYWOOD_NONE for a score. */
#ifndef PLYWOOD_TRACE_H
#define PLYWOOD_TRACE_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLYWOOD_MATE INT64_C(1000000000)
#define PLYWOOD_INF (2 * PLYWOOD_MATE)
#define PLYWOOD_NONE INT64_MIN

enum {
    PLYWOOD_CREATED, PLYWOOD_ENTERED, PLYWOOD_LEAVES, PLYWOOD_TERMINALS, PLYWOOD_JUDGED, PLYWOOD_RAISED, PLYWOOD_CUTOFFS,
    PLYWOOD_FIRST_MOVE_CUTOFFS, PLYWOOD_SKIPPED, PLYWOOD_UNSCORED, PLYWOOD_PASSES, PLYWOOD_HASH_HITS, PLYWOOD_HASH_CUTS,
    PLYWOOD_NULL_MOVES, PLYWOOD_NULL_CUTS, PLYWOOD_NULL_NODES, PLYWOOD_EXTENDED, PLYWOOD_REDUCED, PLYWOOD_SEARCHED_AGAIN,
    PLYWOOD_TABLEBASE, PLYWOOD_STAND_PATS, PLYWOOD_PRUNED, PLYWOOD_COUNTS
};

typedef struct {
    char *move; /* that led to it; NULL at the root */
    size_t moves, judged, pruned;
} plywood_node;

typedef struct {
    FILE *out;
    const char *order;
    plywood_node *nodes; /* from the root to the node that was entered last */
    size_t ply, room;
    int silence;
    uint64_t untold_entered, untold_leaves;
    uint64_t counts[PLYWOOD_COUNTS];
} plywood_trace;

/* Returns the score of being mated `ply` half-moves after the root. */
static inline int64_t plywood_mated_in(int ply) { return ply - PLYWOOD_MATE; }

/* ---- How values are written ---- */

static inline void plywood_quoted(FILE *out, const char *text) {
    putc('"', out);
    for (; *text; ++text) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x20) {
            fprintf(out, "\\u%04x", c);
            continue;
        }
        if (c == '"' || c == '\\') putc('\\', out);
        putc(c, out);
    }
    putc('"', out);
}

static inline void plywood_names(FILE *out, const char *const *names, size_t count) {
    putc('[', out);
    for (size_t at = 0; at < count; ++at) {
        if (at) putc(',', out);
        plywood_quoted(out, names[at]);
    }
    putc(']', out);
}

/* No score is beyond PLYWOOD_MATE, so a larger number is infinite. */
static inline void plywood_score(FILE *out, int64_t score) {
    const int64_t size = score < 0 ? -score : score;
    if (size > PLYWOOD_MATE)
        fputs(score > 0 ? "\"+inf\"" : "\"-inf\"", out);
    else if (score == PLYWOOD_MATE)
        fputs("{\"won\":0}", out);
    else if (size >= PLYWOOD_MATE - 1000)
        fprintf(out, "{\"mate\":%lld}", (long long)(score > 0 ? PLYWOOD_MATE - score : -(score + PLYWOOD_MATE)));
    else
        fprintf(out, "%s%lld.%03lld", score < 0 ? "-" : "", (long long)(size / 1000), (long long)(size % 1000));
}

/* An end of a window at or beyond PLYWOOD_MATE is not a bound. */
static inline void plywood_end(FILE *out, int64_t score) {
    plywood_score(out, score >= PLYWOOD_MATE ? PLYWOOD_INF : score <= -PLYWOOD_MATE ? -PLYWOOD_INF : score);
}

static inline void plywood_field_score(FILE *out, int64_t score) {
    if (score == PLYWOOD_NONE) return;
    fputs(",\"score\":", out);
    plywood_score(out, score);
}

static inline void plywood_field_text(FILE *out, const char *name, const char *text) {
    if (!text) return;
    fprintf(out, ",\"%s\":", name);
    plywood_quoted(out, text);
}

static inline void plywood_field_window(FILE *out, int64_t alpha, int64_t beta) {
    fputs(",\"window\":{\"alpha\":", out);
    plywood_end(out, alpha);
    fputs(",\"beta\":", out);
    plywood_end(out, beta);
    putc('}', out);
}

static inline void plywood_line(plywood_trace *trace, const char *kind, const char *move) {
    const char *comma = "";
    fprintf(trace->out, "{\"event\":\"%s\",\"line\":[", kind);
    for (size_t ply = 0; ply < trace->ply; ++ply) {
        if (!trace->nodes[ply].move) continue;
        fputs(comma, trace->out);
        plywood_quoted(trace->out, trace->nodes[ply].move);
        comma = ",";
    }
    if (move) {
        fputs(comma, trace->out);
        plywood_quoted(trace->out, move);
    }
    putc(']', trace->out);
}

/* ---- The header: plywood_open, then its fields, then plywood_begin ---- */

static inline void plywood_open(plywood_trace *trace, FILE *out) {
    memset(trace, 0, sizeof *trace);
    trace->out = out;
    fputs("{\"format\":\"plywood-trace\",\"version\":1", out);
}

/* A field that is a text, such as fen or title. */
static inline void plywood_text(plywood_trace *trace, const char *name, const char *text) {
    if (strcmp(name, "order") == 0)
        trace->order = text; /* plywood_begin writes it */
    else
        plywood_field_text(trace->out, name, text);
}

/* A field that is a number, such as tolerance. */
static inline void plywood_number(plywood_trace *trace, const char *name, double number) {
    char text[32];
    snprintf(text, sizeof text, "%.15g", number);
    for (char *c = text; *c; ++c)
        if (*c == ',') *c = '.';
    fprintf(trace->out, ",\"%s\":%s", name, text);
}

/* A field that is a list of texts, such as techniques. */
static inline void plywood_list(plywood_trace *trace, const char *name, const char *const *texts, size_t count) {
    fprintf(trace->out, ",\"%s\":", name);
    plywood_names(trace->out, texts, count);
}

/* A field with any other value, as JSON, such as {"repetition":2} for draws. */
static inline void plywood_json(plywood_trace *trace, const char *name, const char *json) {
    fprintf(trace->out, ",\"%s\":%s", name, json);
}

static inline void plywood_begin(plywood_trace *trace, int depth, const char *algorithm) {
    fprintf(trace->out, ",\"depth\":%d", depth);
    plywood_field_text(trace->out, "algorithm", algorithm);
    plywood_field_text(trace->out, "order", trace->order ? trace->order : "none");
    fputs("}\n", trace->out);
}

/* ---- The events ---- */

/* Stops writing until plywood_aloud has been called equally often. Use it around the search below a null move. */
static inline void plywood_quiet(plywood_trace *trace) {
    if (trace->silence++ == 0) trace->untold_entered = trace->untold_leaves = 0;
}

static inline void plywood_aloud(plywood_trace *trace) { --trace->silence; }

/* Records that the search begins; `score` is the static evaluation of the root. */
static inline void plywood_root(plywood_trace *trace, int64_t score) {
    ++trace->counts[PLYWOOD_CREATED];
    fputs("{\"event\":\"root\"", trace->out);
    plywood_field_score(trace->out, score);
    fputs("}\n", trace->out);
}

/* Records that the whole tree will be searched, for the first time or again: iteration, aspiration, test ... */
static inline void plywood_new_pass(plywood_trace *trace, const char *word, int depth, int64_t alpha, int64_t beta) {
    ++trace->counts[PLYWOOD_PASSES];
    fprintf(trace->out, "{\"event\":\"pass\",\"pass\":\"%s\",\"depth\":%d", word, depth);
    plywood_field_window(trace->out, alpha, beta);
    fputs("}\n", trace->out);
}

/* Records that the search enters the node after `move` and will try these moves. */
static inline void plywood_enter(plywood_trace *trace, const char *move, int depth, int64_t alpha, int64_t beta,
                                 const char *const *moves, size_t count) {
    ++trace->untold_entered;
    if (trace->silence) return;
    if (trace->ply == trace->room) {
        trace->room = trace->room ? 2 * trace->room : 64;
        trace->nodes = (plywood_node *)realloc(trace->nodes, trace->room * sizeof *trace->nodes);
        if (!trace->nodes) abort();
    }
    plywood_node node = {NULL, count, 0, 0};
    if (move) {
        node.move = (char *)malloc(strlen(move) + 1);
        if (!node.move) abort();
        strcpy(node.move, move);
    }
    trace->nodes[trace->ply++] = node;
    ++trace->counts[PLYWOOD_ENTERED];
    plywood_line(trace, "enter", NULL);
    fprintf(trace->out, ",\"depth\":%d", depth);
    plywood_field_window(trace->out, alpha, beta);
    fputs(",\"moves\":", trace->out);
    plywood_names(trace->out, moves, count);
    fputs("}\n", trace->out);
}

/* Records that the engine made `move`; pass the static evaluation of the position if the engine has computed it. */
static inline void plywood_created(plywood_trace *trace, const char *move, int64_t score) {
    if (trace->silence) return;
    plywood_line(trace, "created", move);
    fprintf(trace->out, ",\"number\":%llu", (unsigned long long)trace->counts[PLYWOOD_CREATED]++);
    plywood_field_score(trace->out, score);
    fputs("}\n", trace->out);
}

static inline bool plywood_is_one_of(const char *word, const char *const *words) {
    for (; word && *words; ++words)
        if (strcmp(word, *words) == 0) return true;
    return false;
}

/* Records the comparison of the score of `move` with the window: best, not_best or cutoff. */
static inline void plywood_judged(plywood_trace *trace, const char *move, int64_t score, const char *bound, int64_t alpha,
                                  int64_t beta, const char *verdict, const char *leaf, const char *why) {
    static const char *const over[] = {"lost", "drawn", "won", NULL};
    static const char *const scored[] = {"horizon", "childless", "tablebase", "stand_pat", NULL};
    const bool is_over = plywood_is_one_of(leaf, over), is_scored = is_over || plywood_is_one_of(leaf, scored);
    trace->untold_leaves += is_scored;
    if (trace->silence) return;
    plywood_node *node = &trace->nodes[trace->ply - 1];
    ++node->judged;
    ++trace->counts[PLYWOOD_JUDGED];
    if (leaf && strcmp(leaf, "omitted") != 0) ++trace->counts[is_scored ? PLYWOOD_LEAVES : PLYWOOD_UNSCORED];
    trace->counts[PLYWOOD_TERMINALS] += is_over;
    trace->counts[PLYWOOD_TABLEBASE] += leaf && strcmp(leaf, "tablebase") == 0;
    trace->counts[PLYWOOD_STAND_PATS] += leaf && strcmp(leaf, "stand_pat") == 0;
    plywood_line(trace, "judged", move);
    plywood_field_score(trace->out, score);
    plywood_field_text(trace->out, "bound", bound);
    plywood_field_text(trace->out, "leaf", leaf);
    plywood_field_text(trace->out, "why", why);
    plywood_field_window(trace->out, alpha, beta);
    plywood_field_text(trace->out, "verdict", verdict);
    trace->counts[PLYWOOD_RAISED] += strcmp(verdict, "best") == 0;
    if (strcmp(verdict, "cutoff") == 0) {
        const size_t skipped = node->moves - node->judged - node->pruned;
        ++trace->counts[PLYWOOD_CUTOFFS];
        trace->counts[PLYWOOD_FIRST_MOVE_CUTOFFS] += node->judged == 1;
        trace->counts[PLYWOOD_SKIPPED] += skipped;
        if (skipped) fprintf(trace->out, ",\"skipped\":%llu", (unsigned long long)skipped);
    }
    fputs("}\n", trace->out);
}

/* Records that the search leaves the node that it entered last. */
static inline void plywood_leave(plywood_trace *trace, int64_t score, const char *bound) {
    if (trace->silence) return;
    plywood_line(trace, "leave", NULL);
    plywood_field_score(trace->out, score);
    plywood_field_text(trace->out, "bound", bound);
    fputs("}\n", trace->out);
    free(trace->nodes[--trace->ply].move);
}

/* Records that the transposition table has an entry for the position after `move`; `score` is for the side to move there. */
static inline void plywood_hash(plywood_trace *trace, const char *move, int depth, int64_t score, const char *bound, bool cut,
                                const char *best, bool is_untold) {
    if (trace->silence) return;
    ++trace->counts[PLYWOOD_HASH_HITS];
    trace->counts[PLYWOOD_HASH_CUTS] += cut;
    plywood_line(trace, "hash", move);
    fprintf(trace->out, ",\"depth\":%d", depth);
    plywood_field_score(trace->out, score);
    plywood_field_text(trace->out, "bound", bound);
    fprintf(trace->out, ",\"cut\":%s", cut ? "true" : "false");
    plywood_field_text(trace->out, "move", best);
    fputs(is_untold ? ",\"untold\":true}\n" : "}\n", trace->out);
}

/* Records the score of a null move after `move`. The search below it ran between plywood_quiet and plywood_aloud. */
static inline void plywood_null_move(plywood_trace *trace, const char *move, int depth, int64_t alpha, int64_t beta, int64_t score,
                                     bool cut) {
    if (trace->silence) return;
    ++trace->counts[PLYWOOD_NULL_MOVES];
    trace->counts[PLYWOOD_NULL_CUTS] += cut;
    trace->counts[PLYWOOD_NULL_NODES] += trace->untold_entered + trace->untold_leaves;
    plywood_line(trace, "null_move", move);
    fprintf(trace->out, ",\"depth\":%d", depth);
    plywood_field_window(trace->out, alpha, beta);
    plywood_field_score(trace->out, score);
    fprintf(trace->out, ",\"cut\":%s,\"entered\":%llu,\"leaves\":%llu}\n", cut ? "true" : "false",
            (unsigned long long)trace->untold_entered, (unsigned long long)trace->untold_leaves);
    trace->untold_entered = trace->untold_leaves = 0;
}

static inline void plywood_deeper(plywood_trace *trace, const char *kind, const char *move, int plies, const char *why) {
    plywood_line(trace, kind, move);
    fprintf(trace->out, ",\"plies\":%d", plies);
    plywood_field_text(trace->out, "why", why);
    fputs("}\n", trace->out);
}

/* Records that the node after `move` is searched some plies deeper. */
static inline void plywood_extended(plywood_trace *trace, const char *move, int plies, const char *why) {
    if (trace->silence) return;
    ++trace->counts[PLYWOOD_EXTENDED];
    plywood_deeper(trace, "extended", move, plies, why);
}

/* Records that the node after `move` is searched some plies shallower. */
static inline void plywood_reduced(plywood_trace *trace, const char *move, int plies, const char *why) {
    if (trace->silence) return;
    ++trace->counts[PLYWOOD_REDUCED];
    plywood_deeper(trace, "reduced", move, plies, why);
}

/* Records that the node after `move` is searched again: scout, reduced or other. */
static inline void plywood_again(plywood_trace *trace, const char *move, const char *reason, int depth, int64_t alpha, int64_t beta,
                                 const char *why) {
    if (trace->silence) return;
    ++trace->counts[PLYWOOD_SEARCHED_AGAIN];
    plywood_line(trace, "again", move);
    plywood_field_text(trace->out, "reason", reason);
    plywood_field_text(trace->out, "why", why);
    fprintf(trace->out, ",\"depth\":%d", depth);
    plywood_field_window(trace->out, alpha, beta);
    fputs("}\n", trace->out);
}

/* Records that, in quiescence, the static evaluation of the node entered last causes no cutoff. */
static inline void plywood_stand_pat(plywood_trace *trace, int64_t score, int64_t alpha, int64_t beta, const char *verdict) {
    if (trace->silence) return;
    trace->counts[PLYWOOD_STAND_PATS] += strcmp(verdict, "best") == 0;
    plywood_line(trace, "stand_pat", NULL);
    plywood_field_score(trace->out, score);
    plywood_field_window(trace->out, alpha, beta);
    plywood_field_text(trace->out, "verdict", verdict);
    fputs("}\n", trace->out);
}

/* Records that `move` is not searched; `score` is the highest expected score, if known. */
static inline void plywood_pruned(plywood_trace *trace, const char *move, const char *reason, int64_t score, int64_t alpha,
                                  int64_t beta, const char *why) {
    if (trace->silence) return;
    ++trace->counts[PLYWOOD_PRUNED];
    ++trace->nodes[trace->ply - 1].pruned;
    plywood_line(trace, "pruned", move);
    plywood_field_text(trace->out, "reason", reason);
    plywood_field_text(trace->out, "why", why);
    plywood_field_score(trace->out, score);
    plywood_field_window(trace->out, alpha, beta);
    fputs("}\n", trace->out);
}

/* Writes the result of the search; the adapter has counted everything itself. Ends the trace and frees its memory. */
static inline void plywood_result(plywood_trace *trace, int64_t score, const char *const *pv, size_t count, bool is_complete) {
    static const char *const names[] = {
        "created", "entered", "leaves", "terminals", "judged", "raised", "cutoffs", "first_move_cutoffs", "skipped", "unscored",
        "passes", "hash_hits", "hash_cuts", "null_moves", "null_cuts", "null_nodes", "extended", "reduced", "searched_again",
        "tablebase", "stand_pats", "pruned"};
    fprintf(trace->out, "{\"event\":\"result\",\"complete\":%s", is_complete ? "true" : "false");
    plywood_field_score(trace->out, score);
    fputs(",\"best\":", trace->out);
    if (count)
        plywood_quoted(trace->out, pv[0]);
    else
        fputs("null", trace->out);
    fputs(",\"pv\":", trace->out);
    plywood_names(trace->out, pv, count);
    fputs(",\"statistics\":{", trace->out);
    for (int at = 0; at < PLYWOOD_COUNTS; ++at)
        if (at <= PLYWOOD_SKIPPED || trace->counts[at])
            fprintf(trace->out, "%s\"%s\":%llu", at ? "," : "", names[at], (unsigned long long)trace->counts[at]);
    fputs("}}\n", trace->out);
    fflush(trace->out);
    while (trace->ply) free(trace->nodes[--trace->ply].move);
    free(trace->nodes);
    trace->nodes = NULL;
    trace->room = 0;
}

#endif
