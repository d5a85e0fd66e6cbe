// Makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines.
#include "plywood_trace.hpp"
#include <iostream>

using Words = std::vector<std::string>;

static Words split(const std::string &row) {
    Words words(1);
    for (const char c : row) {
        if (c == '\t') words.emplace_back();
        else words.back() += c;
    }
    return words;
}

int main() {
    plywood::Header header;
    std::optional<plywood::Trace> trace;
    for (std::string row; std::getline(std::cin, row);) {
        const Words words = split(row);
        const std::string &call = words[0];
        // A dash, or the end of the line, means that the argument is omitted.
        const auto text = [&](std::size_t at) -> std::optional<std::string> {
            return at < words.size() && words[at] != "-" ? std::optional(words[at]) : std::nullopt;
        };
        const auto number = [&](std::size_t at) { return std::stoll(words[at]); };
        const auto score = [&](std::size_t at) -> std::optional<plywood::Trace::Score> {
            return text(at) ? std::optional(number(at)) : std::nullopt;
        };
        const auto is = [&](std::size_t at) { return text(at) == "true"; };
        const auto rest = [&](std::size_t at) { return Words(words.begin() + at, words.end()); };
        if (call == "text") header.emplace_back(words[1], words[2]);
        else if (call == "list") header.emplace_back(words[1], rest(2));
        else if (call == "number") header.emplace_back(words[1], std::stod(words[2]));
        else if (call == "json") header.emplace_back(words[1], plywood::Field::raw(words[2]));
        else if (call == "open") trace.emplace(std::cout, number(1), words[2], header);
        else if (call == "root") trace->root(number(1));
        else if (call == "new_pass") trace->new_pass(words[1], number(2), number(3), number(4));
        else if (call == "enter") trace->enter(text(1), number(2), number(3), number(4), rest(5));
        else if (call == "created") trace->created(words[1], score(2));
        else if (call == "judged")
            trace->judged(words[1], number(2), words[3], number(4), number(5), words[6], text(7).value_or(""), text(8));
        else if (call == "leave") trace->leave(number(1), words[2]);
        else if (call == "hash") trace->hash(text(1), number(2), number(3), words[4], is(5), text(6), is(7));
        else if (call == "quiet") trace->quiet();
        else if (call == "aloud") trace->aloud();
        else if (call == "null_move") trace->null_move(text(1), number(2), number(3), number(4), number(5), is(6));
        else if (call == "extended") trace->extended(text(1), number(2), text(3));
        else if (call == "reduced") trace->reduced(text(1), number(2), text(3));
        else if (call == "again") trace->again(words[1], words[2], number(3), number(4), number(5), text(6));
        else if (call == "stand_pat") trace->stand_pat(number(1), number(2), number(3), words[4]);
        else if (call == "pruned") trace->pruned(words[1], words[2], score(3), number(4), number(5), text(6));
        else if (call == "result") trace->result(number(1), rest(3), is(2));
        else {
            std::cerr << "no call is named " << call << '\n';
            return 1;
        }
    }
}
