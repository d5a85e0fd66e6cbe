// Write alpha-beta (or minimax), then try it:
//
//     g++ -std=c++17 -O2 search.cpp -o search && plywood exercise run -- ./search
//
// std::cout writes to standard error, so you can print what you like.

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Node {
    std::string path;  // the numbers of the moves from the root
    int number = 0;    // which child it is, from 1; 0 at the root
    bool is_leaf() { return children().empty(); }   // whether it has no children
    std::vector<Node>& children();                  // its children, from left to right
    double value();  // of a leaf: its value for MAX; of any other node: its static evaluation
    // Only for tasks with chance nodes, or with players who do not take turns:
    std::string player();  // who moves at the node: "max", "min" or "chance"
    double probability();  // after a chance node: how likely it is that chance leads here
    std::shared_ptr<std::vector<Node>> kids;
    std::shared_ptr<std::string> mover;
    std::shared_ptr<double> score, chance;
};

struct Result {
    double value;  // what the node is worth for MAX
    int best;      // the number of its best child, 0 at a leaf
};

// Returns what `node` is worth for MAX, and the number of its best child. `depth` is the number of plies to search, very large if there is
// no limit; MAX moves at this node if `is_max`, otherwise MIN. Stop at a leaf, and when the depth is used up. Do not read a value that
// can no longer matter.
Result search(Node& node, int depth, bool is_max) {
    if (depth == 0 || node.is_leaf()) return {node.value(), 0};
    // Fill in about ten lines here. You may also write other functions and classes.
    (void)is_max;
    throw std::runtime_error("write the body of search() first");
}

// ---- Change nothing below this line: it talks to plywood. ----

static std::string ask_text(const char* what, const std::string& path) {
    std::printf("%s %s\n", what, path.empty() ? "-" : path.c_str());
    std::fflush(stdout);
    std::string line;
    std::getline(std::cin, line);
    return line;
}

static double ask(const char* what, const std::string& path) { return std::stod(ask_text(what, path)); }

std::vector<Node>& Node::children() {
    if (kids) {
        std::printf("again children %s\n", path.empty() ? "-" : path.c_str());
    } else {
        kids = std::make_shared<std::vector<Node>>();
        int count = static_cast<int>(ask("children", path));
        for (int i = 1; i <= count; ++i) {
            Node child;
            child.path = (path.empty() ? "" : path + ".") + std::to_string(i);
            child.number = i;
            kids->push_back(child);
        }
    }
    return *kids;
}

double Node::value() {
    if (!score) score = std::make_shared<double>(ask("value", path));
    else std::printf("again value %s\n", path.empty() ? "-" : path.c_str());
    return *score;
}

std::string Node::player() {
    if (!mover) mover = std::make_shared<std::string>(ask_text("player", path));
    return *mover;
}

double Node::probability() {
    if (!chance) chance = std::make_shared<double>(ask("probability", path));
    return *chance;
}

int main() {
    std::cout.rdbuf(std::cerr.rdbuf());
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string verb, algorithm, side, word;
        int depth = 1000;
        words >> verb >> algorithm >> side >> word >> depth;
        if (word.empty()) depth = 1000;
        if (verb != "search") continue;
        Node root;
        Result result = search(root, depth, side == "max");
        std::printf("answer %.15g %s\n", result.value, result.best ? std::to_string(result.best).c_str() : "-");
        std::fflush(stdout);
    }
}
