// Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines. C++17, no dependencies.
//
// Scores are whole thousandths of a pawn, for the side to move (in created and judged: for the side that moved), mates MATE
// minus the plies from the root. Call one method at each of five places of a search.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace plywood {

constexpr std::int64_t MATE = 1'000'000'000, INF = 2 * MATE;

// The score of being mated `ply` half-moves after the root.
constexpr std::int64_t mated_in(int ply) { return ply - MATE; }

class Trace {
public:
    using Names = std::vector<std::string>;

    // `more` holds further fields of the header that are texts, such as fen, title, evaluation.
    Trace(std::ostream &out, int depth, const std::string &algorithm, const std::map<std::string, std::string> &more = {})
        : out(out) {
        out << R"({"format":"plywood-trace","version":1)";
        for (const auto &[name, text] : more) out << ",\"" << name << "\":" << quoted(text);
        out << ",\"depth\":" << depth << ",\"algorithm\":" << quoted(algorithm) << R"(,"order":"none"})" << '\n';
        for (const char *name : {"created", "entered", "leaves", "terminals", "judged", "raised", "cutoffs",
                                 "first_move_cutoffs", "skipped"})
            counts[name] = 0;
    }

    // The search begins; `score` is the static score of the root.
    void root(std::int64_t score) {
        ++counts["created"];
        out << R"({"event":"root","score":)" << number(score) << "}\n";
    }

    // The node after `move` (nothing at the root) has its moves, which will be tried.
    void enter(const std::optional<std::string> &move, int depth, std::int64_t alpha, std::int64_t beta, const Names &moves) {
        if (move) line.push_back(*move);
        ++counts["entered"];
        nodes.emplace_back(moves.size(), 0);
        begin("enter", std::nullopt);
        out << ",\"depth\":" << depth << window(alpha, beta) << ",\"moves\":" << list(moves) << "}\n";
    }

    // The position after `move` was made; with its static score if that was asked for.
    void created(const std::string &move, std::optional<std::int64_t> score = std::nullopt) {
        const auto number_of = counts["created"]++;
        begin("created", move);
        out << ",\"number\":" << number_of;
        if (score) out << ",\"score\":" << number(*score);
        out << "}\n";
    }

    // `move` has its score, which was compared with the window: best, not_best or cutoff.
    void judged(const std::string &move, std::int64_t score, const std::string &bound, std::int64_t alpha, std::int64_t beta,
                const std::string &verdict, const std::string &leaf = "") {
        auto &[moves, tried] = nodes.back();
        ++tried;
        ++counts["judged"];
        begin("judged", move);
        out << ",\"score\":" << number(score) << ",\"bound\":" << quoted(bound);
        if (!leaf.empty()) {
            out << ",\"leaf\":" << quoted(leaf);
            ++counts[leaf == "hash" || leaf == "null_move" || leaf == "mate_distance" ? "unscored" : "leaves"];
            if (leaf == "lost" || leaf == "drawn" || leaf == "won") ++counts["terminals"];
            if (leaf == "stand_pat") ++counts["stand_pats"];
        }
        out << window(alpha, beta) << ",\"verdict\":" << quoted(verdict);
        if (verdict == "best") ++counts["raised"];
        if (verdict == "cutoff") {
            ++counts["cutoffs"];
            if (tried == 1) ++counts["first_move_cutoffs"];
            counts["skipped"] += moves - tried;
            if (tried < moves) out << ",\"skipped\":" << moves - tried;
        }
        out << "}\n";
    }

    // No more moves are tried at the node that was entered last.
    void leave(std::int64_t score, const std::string &bound) {
        begin("leave", std::nullopt);
        out << ",\"score\":" << number(score) << ",\"bound\":" << quoted(bound) << "}\n";
        nodes.pop_back();
        if (!line.empty()) line.pop_back();
    }

    // What came out; the counts were kept on the way.
    void result(std::int64_t score, const Names &pv, bool complete = true) {
        out << R"({"event":"result","complete":)" << (complete ? "true" : "false") << ",\"score\":" << number(score)
            << ",\"best\":" << (pv.empty() ? "null" : quoted(pv[0])) << ",\"pv\":" << list(pv) << ",\"statistics\":{";
        const char *comma = "";
        for (const auto &[name, count] : counts) {
            out << comma << '"' << name << "\":" << count;
            comma = ",";
        }
        out << "}}\n" << std::flush;
    }

private:
    std::ostream &out;
    Names line;
    std::vector<std::pair<std::size_t, std::size_t>> nodes; // how many moves, how many judged
    std::map<std::string, std::uint64_t> counts;

    static std::string quoted(const std::string &text) {
        std::string json = "\"";
        for (char c : text) {
            if (c == '"' || c == '\\') json += '\\';
            json += c;
        }
        return json + '"';
    }
    static std::string list(const Names &names) {
        std::string json = "[";
        for (const auto &name : names) json += (json.size() > 1 ? "," : "") + quoted(name);
        return json + ']';
    }
    static std::string number(std::int64_t score) {
        if (std::llabs(score) == INF) return score > 0 ? R"("+inf")" : R"("-inf")";
        if (std::llabs(score) >= MATE - 1000)
            return "{\"mate\":" + std::to_string(score > 0 ? MATE - score : -(score + MATE)) + '}';
        const auto size = std::to_string(1000 + std::llabs(score) % 1000).substr(1);
        return (score < 0 ? "-" : "") + std::to_string(std::llabs(score) / 1000) + '.' + size;
    }
    static std::string window(std::int64_t alpha, std::int64_t beta) {
        return ",\"window\":{\"alpha\":" + number(alpha) + ",\"beta\":" + number(beta) + '}';
    }
    void begin(const char *kind, const std::optional<std::string> &move) {
        auto whole = line;
        if (move) whole.push_back(*move);
        out << "{\"event\":\"" << kind << "\",\"line\":" << list(whole);
    }
};

} // namespace plywood
