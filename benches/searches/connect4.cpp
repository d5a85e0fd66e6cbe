// Searches Connect Four with bitboards in plain C++, as a yardstick for plywood: the same rules, evaluation, order of
// moves and nodes. `cargo bench --bench searches -- games` compiles it, if there is a C++ compiler. By hand:
//
//     c++ -O2 -std=c++17 connect4.cpp -o connect4 && ./connect4 alpha-beta 10
//
// It prints the number of nodes, the score for the side to move, and the seconds of the fastest run.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Board = std::uint64_t;

// Each column has an extra place on top, which is always empty.
constexpr int COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1;
constexpr int WIN = 1'000'000'000, INFINITE = 2'000'000'000;
constexpr Board column(int index) { return ((Board{1} << ROWS) - 1) << (index * HEIGHT); }
constexpr Board PLACES = column(0) | column(1) | column(2) | column(3) | column(4) | column(5) | column(6);

static Board fours(Board men, int step) {
    Board pairs = men & men >> step;
    return pairs & pairs >> (2 * step);
}

static bool has_won(Board men) {
    return fours(men, 1) | fours(men, HEIGHT - 1) | fours(men, HEIGHT) | fours(men, HEIGHT + 1);
}

// The lines of four without a disc of the other side.
static int open_lines(Board other) {
    Board free = PLACES & ~other;
    int count = 0;
    for (int step : {1, HEIGHT - 1, HEIGHT, HEIGHT + 1}) count += __builtin_popcountll(fours(free, step));
    return count;
}

static std::uint64_t nodes;

template <bool CUTS> static int search(Board own, Board other, int depth, int ply, int alpha, int beta) {
    ++nodes;
    if (has_won(other)) return ply - WIN;
    Board taken = own | other;
    if (taken == PLACES) return 0;
    if (depth == 0) return 1000 * (open_lines(other) - open_lines(own));
    for (int index = 0; index < COLUMNS; ++index) {
        Board place = (taken + (Board{1} << (index * HEIGHT))) & ~taken & column(index);
        if (place == 0) continue;
        int low = CUTS ? alpha : -INFINITE;
        int score = -search<CUTS>(other, own | place, depth - 1, ply + 1, -beta, -low);
        if (CUTS && score >= beta) return beta;
        alpha = std::max(alpha, score);
    }
    return alpha;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    bool cuts = std::strcmp(arguments[1], "alpha-beta") == 0;
    int depth = std::atoi(arguments[2]), score = 0;
    double fastest = 1e9;
    for (int run = 0; run < 5; ++run) {
        nodes = 0;
        auto start = std::chrono::steady_clock::now();
        score = cuts ? search<true>(0, 0, depth, 0, -INFINITE, INFINITE) : search<false>(0, 0, depth, 0, -INFINITE, INFINITE);
        fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::printf("%llu %.3f %.9f\n", static_cast<unsigned long long>(nodes), score / 1000.0, fastest);
}
