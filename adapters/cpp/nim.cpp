// Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output.
#include "plywood_trace.hpp"
#include <algorithm>
#include <iostream>

using plywood::INF;
using Score = std::int64_t;

struct Value {
    Score score;
    std::string bound;
    std::vector<std::string> line;
};

Value search(plywood::Trace &trace, int heap, std::optional<std::string> move, int depth, int ply, Score alpha, Score beta) {
    std::vector<std::string> moves;
    for (int take = 1; take <= std::min(heap, 3); ++take) moves.push_back(std::to_string(take));
    trace.enter(move, depth, alpha, beta, moves);
    Value best{-INF, "upper", {}};
    for (const auto &name : moves) {
        const int rest = heap - std::stoi(name);
        Value child{0, "exact", {}};
        std::string leaf;
        if (rest == 0 || depth == 1) {
            leaf = rest == 0 ? "lost" : "horizon";
            child.score = rest == 0 ? -plywood::mated_in(ply + 1) : 0;
            trace.created(name, child.score);
        } else {
            trace.created(name);
            child = search(trace, rest, name, depth - 1, ply + 1, -beta, -alpha);
            child.score = -child.score;
            child.bound = child.bound == "lower" ? "upper" : child.bound == "upper" ? "lower" : "exact";
        }
        const bool cuts = beta <= child.score, raises = alpha < child.score;
        trace.judged(name, child.score, child.bound, alpha, beta, cuts ? "cutoff" : raises ? "best" : "not_best", leaf);
        best.score = std::max(best.score, child.score);
        if (raises) {
            best.bound = cuts ? "lower" : child.bound;
            best.line = child.line;
            best.line.insert(best.line.begin(), name);
        }
        if (cuts) break;
        alpha = std::max(alpha, child.score);
    }
    trace.leave(best.score, best.bound);
    return best;
}

int main() {
    plywood::Trace trace(std::cout, 6, "alpha-beta", {{"title", "Nim, ten matches"}, {"fail", "soft"}});
    trace.root(0);
    const auto value = search(trace, 10, std::nullopt, 6, 0, -INF, INF);
    trace.result(value.score, value.line);
}
