// Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines. C++17, no dependencies.
//
// Scores are whole thousandths of a pawn, for the side to move (in created, judged and pruned: for the side that moved). Mates are MATE
// minus the plies from the root. adapters/README.md describes the methods, which are the same in every language.
#pragma once
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <locale>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace plywood {

constexpr std::int64_t MATE = 1'000'000'000, INF = 2 * MATE;

// Returns the score of being mated `ply` half-moves after the root.
constexpr std::int64_t mated_in(int ply) { return ply - MATE; }

using Names = std::vector<std::string>;

inline std::string quoted(const std::string &text) {
    std::string json = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", c);
            json += code;
            continue;
        }
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json + '"';
}

inline std::string list(const Names &names) {
    std::string json = "[";
    for (const auto &name : names) json += (json.size() > 1 ? "," : "") + quoted(name);
    return json + ']';
}

// A value in the header: a text, a number, true or false, or a list of texts.
struct Field {
    std::string json;

    Field(const char *text) : json(quoted(text)) {}
    Field(const std::string &text) : json(quoted(text)) {}
    Field(bool is) : json(is ? "true" : "false") {}
    Field(int number) : json(std::to_string(number)) {}
    Field(double number) {
        std::ostringstream text;
        text.imbue(std::locale::classic());
        text.precision(15);
        text << number;
        json = text.str();
    }
    Field(const Names &names) : json(list(names)) {}
    Field(std::initializer_list<const char *> names) : json(list({names.begin(), names.end()})) {}

    // Any other value, such as {"repetition":2} for draws.
    static Field raw(const std::string &json) {
        Field field("");
        field.json = json;
        return field;
    }
};

struct Header : std::vector<std::pair<std::string, Field>> {
    using std::vector<std::pair<std::string, Field>>::vector;
    Header(const std::map<std::string, std::string> &texts) {
        for (const auto &[name, text] : texts) emplace_back(name, text);
    }
};

class Trace {
public:
    using Names = plywood::Names;
    using Score = std::int64_t;
    using Move = std::optional<std::string>; // nothing at the root
    using Text = std::optional<std::string>;

    // `more` has further fields of the header, such as {{"fen", fen}, {"techniques", {"tt", "null"}}, {"tolerance", 0.005}}.
    Trace(std::ostream &out, int depth, const std::string &algorithm, const Header &more = {}) : out(out) {
        std::string order = "\"none\"";
        out << R"({"format":"plywood-trace","version":1)";
        for (const auto &[name, field] : more) {
            if (name == "order") order = field.json;
            else out << ',' << quoted(name) << ':' << field.json;
        }
        out << ",\"depth\":" << depth << ",\"algorithm\":" << quoted(algorithm) << ",\"order\":" << order << "}\n";
        for (const char *name : {"created", "entered", "leaves", "terminals", "judged", "raised", "cutoffs",
                                 "first_move_cutoffs", "skipped"})
            counts[name] = 0;
    }

    // Stops writing until aloud has been called equally often. Use it around the search below a null move.
    void quiet() {
        if (silence++ == 0) untold = {};
    }
    void aloud() { --silence; }

    // Records that the search begins; `score` is the static evaluation of the root.
    void root(Score score) {
        ++counts["created"];
        out << R"({"event":"root","score":)" << number(score) << "}\n";
    }

    // Records that the whole tree will be searched, for the first time or again: iteration, aspiration, test ...
    void new_pass(const std::string &word, int depth, Score alpha, Score beta) {
        ++counts["passes"];
        out << R"({"event":"pass","pass":)" << quoted(word) << field("depth", depth) << window(alpha, beta) << "}\n";
    }

    // Records that the search enters the node after `move` and will try these moves.
    void enter(const Move &move, int depth, Score alpha, Score beta, const Names &moves) {
        ++untold.first;
        if (silence) return;
        if (move) line.push_back(*move);
        ++counts["entered"];
        nodes.push_back({moves.size(), 0, 0});
        write("enter", {}, field("depth", depth) + window(alpha, beta) + ",\"moves\":" + list(moves));
    }

    // Records that the engine made `move`; pass the static evaluation of the position if the engine has computed it.
    void created(const std::string &move, std::optional<Score> score = std::nullopt) {
        if (silence) return;
        const auto number_of = counts["created"]++;
        write("created", move, field("number", number_of) + (score ? ",\"score\":" + number(*score) : ""));
    }

    // Records the comparison of the score of `move` with the window: best, not_best or cutoff.
    void judged(const std::string &move, Score score, const std::string &bound, Score alpha, Score beta,
                const std::string &verdict, const std::string &leaf = "", const Text &why = std::nullopt) {
        const bool is_over = leaf == "lost" || leaf == "drawn" || leaf == "won";
        const bool is_scored = is_over || leaf == "horizon" || leaf == "childless" || leaf == "tablebase" || leaf == "stand_pat";
        untold.second += is_scored;
        if (silence) return;
        auto &node = nodes.back();
        ++node.judged;
        ++counts["judged"];
        std::string fields = ",\"score\":" + number(score) + ",\"bound\":" + quoted(bound);
        if (!leaf.empty()) {
            fields += ",\"leaf\":" + quoted(leaf);
            if (leaf != "omitted") ++counts[is_scored ? "leaves" : "unscored"];
            if (is_over) ++counts["terminals"];
            if (leaf == "tablebase") ++counts["tablebase"];
            if (leaf == "stand_pat") ++counts["stand_pats"];
        }
        fields += reason(why) + window(alpha, beta) + ",\"verdict\":" + quoted(verdict);
        if (verdict == "best") ++counts["raised"];
        if (verdict == "cutoff") {
            const auto skipped = node.moves - node.judged - node.pruned;
            ++counts["cutoffs"];
            if (node.judged == 1) ++counts["first_move_cutoffs"];
            counts["skipped"] += skipped;
            if (skipped) fields += field("skipped", skipped);
        }
        write("judged", move, fields);
    }

    // Records that the search leaves the node that it entered last.
    void leave(Score score, const std::string &bound) {
        if (silence) return;
        write("leave", {}, ",\"score\":" + number(score) + ",\"bound\":" + quoted(bound));
        nodes.pop_back();
        if (!line.empty()) line.pop_back();
    }

    // Records that the transposition table has an entry for the position after `move`; `score` is for the side to move there.
    void hash(const Move &move, int depth, Score score, const std::string &bound, bool cut, const Move &best = std::nullopt,
              bool is_untold = false) {
        if (silence) return;
        ++counts["hash_hits"];
        if (cut) ++counts["hash_cuts"];
        write("hash", move, field("depth", depth) + ",\"score\":" + number(score) + ",\"bound\":" + quoted(bound) + yes_no("cut", cut) +
              (best ? ",\"move\":" + quoted(*best) : "") + (is_untold ? ",\"untold\":true" : ""));
    }

    // Records the score of a null move after `move`. The search below it ran between quiet and aloud.
    void null_move(const Move &move, int depth, Score alpha, Score beta, Score score, bool cut) {
        if (silence) return;
        const auto [entered, leaves] = std::exchange(untold, {});
        ++counts["null_moves"];
        if (cut) ++counts["null_cuts"];
        if (entered + leaves) counts["null_nodes"] += entered + leaves;
        write("null_move", move, field("depth", depth) + window(alpha, beta) + ",\"score\":" + number(score) + yes_no("cut", cut) +
              field("entered", entered) + field("leaves", leaves));
    }

    // Records that the node after `move` is searched some plies deeper or shallower.
    void extended(const Move &move, int plies, const Text &why = std::nullopt) { deeper("extended", move, plies, why); }
    void reduced(const Move &move, int plies, const Text &why = std::nullopt) { deeper("reduced", move, plies, why); }

    // Records that the node after `move` is searched again: scout, reduced or other.
    void again(const std::string &move, const std::string &word, int depth, Score alpha, Score beta, const Text &why = std::nullopt) {
        if (silence) return;
        ++counts["searched_again"];
        write("again", move, ",\"reason\":" + quoted(word) + reason(why) + field("depth", depth) + window(alpha, beta));
    }

    // Records that, in quiescence, the static evaluation of the node entered last causes no cutoff.
    void stand_pat(Score score, Score alpha, Score beta, const std::string &verdict) {
        if (silence) return;
        if (verdict == "best") ++counts["stand_pats"];
        write("stand_pat", {}, ",\"score\":" + number(score) + window(alpha, beta) + ",\"verdict\":" + quoted(verdict));
    }

    // Records that `move` is not searched; `score` is the highest expected score, if known.
    void pruned(const std::string &move, const std::string &word, std::optional<Score> score, Score alpha, Score beta,
                const Text &why = std::nullopt) {
        if (silence) return;
        ++counts["pruned"];
        ++nodes.back().pruned;
        write("pruned", move, ",\"reason\":" + quoted(word) + reason(why) + (score ? ",\"score\":" + number(*score) : "") +
              window(alpha, beta));
    }

    // Writes the result of the search; the adapter has counted everything itself.
    void result(Score score, const Names &pv, bool complete = true) {
        out << R"({"event":"result")" << yes_no("complete", complete) << ",\"score\":" << number(score)
            << ",\"best\":" << (pv.empty() ? "null" : quoted(pv[0])) << ",\"pv\":" << list(pv) << ",\"statistics\":{";
        const char *comma = "";
        for (const auto &[name, count] : counts) {
            out << comma << quoted(name) << ':' << std::to_string(count);
            comma = ",";
        }
        out << "}}\n" << std::flush;
    }

private:
    struct Node {
        std::size_t moves, judged, pruned;
    };

    std::ostream &out;
    Names line;
    std::vector<Node> nodes;
    std::map<std::string, std::uint64_t> counts;
    int silence = 0;
    std::pair<std::uint64_t, std::uint64_t> untold; // entered nodes and scored leaves

    // No score is beyond MATE, so a larger number is infinite.
    static std::string number(Score score) {
        if (score > MATE || score < -MATE) return score > 0 ? R"("+inf")" : R"("-inf")";
        if (score == MATE) return R"({"won":0})";
        const auto size = score < 0 ? -score : score;
        if (size >= MATE - 1000) return "{\"mate\":" + std::to_string(score > 0 ? MATE - score : -(score + MATE)) + '}';
        return (score < 0 ? "-" : "") + std::to_string(size / 1000) + '.' + std::to_string(1000 + size % 1000).substr(1);
    }
    // An end of a window at or beyond MATE is not a bound.
    static std::string end(Score score) { return number(score >= MATE ? INF : score <= -MATE ? -INF : score); }
    static std::string window(Score alpha, Score beta) {
        return ",\"window\":{\"alpha\":" + end(alpha) + ",\"beta\":" + end(beta) + '}';
    }
    template <typename Number> static std::string field(const char *name, Number number) {
        return ",\"" + std::string(name) + "\":" + std::to_string(number);
    }
    static std::string yes_no(const char *name, bool is) { return ",\"" + std::string(name) + "\":" + (is ? "true" : "false"); }
    static std::string reason(const Text &why) { return why ? ",\"why\":" + quoted(*why) : ""; }

    void deeper(const char *kind, const Move &move, int plies, const Text &why) {
        if (silence) return;
        ++counts[kind];
        write(kind, move, field("plies", plies) + reason(why));
    }
    void write(const char *kind, const Move &move, const std::string &fields) {
        auto whole = line;
        if (move) whole.push_back(*move);
        out << "{\"event\":\"" << kind << "\",\"line\":" << list(whole) << fields << "}\n";
    }
};

} // namespace plywood
