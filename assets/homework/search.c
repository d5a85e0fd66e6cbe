// Write alpha-beta (or minimax), then try it:
//
//     gcc -std=c11 -O2 search.c -o search && plywood exercise run -- ./search
//
// Print what you want to see with fprintf(stderr, ...), not with printf.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node Node;

bool is_leaf(Node *node);            // whether it has no children
int child_count(Node *node);         // how many children it has
Node *child(Node *node, int number); // one of them, numbered from 1
double value(Node *node);            // of a leaf: its value for MAX; of any other node: its static evaluation

// Only for tasks with chance nodes, or with players who do not take turns:
char player(Node *node);        // who moves at the node: 'M' for MAX, 'm' for MIN, 'c' for chance
double probability(Node *node); // after a chance node: how likely it is that chance leads here

typedef struct {
    double value; // what the node is worth for MAX
    int best;     // the number of its best child, 0 at a leaf
} Result;

// Returns what `node` is worth for MAX, and the number of its best child. `depth` is the number of plies to search, very large if there is
// no limit; MAX moves at this node if `is_max`, otherwise MIN. Stop at a leaf, and when the depth is used up. Do not read a value that
// can no longer matter.
Result search(Node *node, int depth, bool is_max) {
    if (depth == 0 || is_leaf(node)) return (Result){value(node), 0};
    // Fill in about ten lines here. You may also write other functions.
    (void)is_max;
    fprintf(stderr, "write the body of search() first\n");
    exit(1);
}

// ---- Change nothing below this line: it talks to plywood. ----

struct Node {
    char path[256];
    int count; // -1 until plywood has been asked
    Node *children;
    bool has_value;
    double value, probability; // the probability is 0 until plywood has been asked
    char player;               // 0 until plywood has been asked
};

static const char *ask_text(const char *what, Node *node) {
    static char line[128];
    printf("%s %s\n", what, node->path[0] ? node->path : "-");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) exit(1);
    return line;
}

static double ask(const char *what, Node *node) { return strtod(ask_text(what, node), NULL); }

static void look_again(const char *what, Node *node) {
    printf("again %s %s\n", what, node->path[0] ? node->path : "-");
}

int child_count(Node *node) {
    if (node->count >= 0) {
        look_again("children", node);
        return node->count;
    }
    node->count = (int)ask("children", node);
    node->children = calloc((size_t)node->count + 1, sizeof(Node));
    for (int i = 0; i < node->count; i++) {
        Node *one = &node->children[i];
        snprintf(one->path, sizeof one->path, "%.200s%s%d", node->path, node->path[0] ? "." : "", i + 1);
        one->count = -1;
    }
    return node->count;
}

bool is_leaf(Node *node) { return child_count(node) == 0; }

Node *child(Node *node, int number) {
    if (node->count < 0) child_count(node);
    if (number < 1 || number > node->count) {
        fprintf(stderr, "there is no child %d; the first one is number 1\n", number);
        exit(1);
    }
    return &node->children[number - 1];
}

double value(Node *node) {
    if (node->has_value) {
        look_again("value", node);
    } else {
        node->value = ask("value", node);
        node->has_value = true;
    }
    return node->value;
}

char player(Node *node) {
    if (!node->player) {
        const char *name = ask_text("player", node);
        node->player = name[0] == 'c' ? 'c' : name[1] == 'a' ? 'M' : 'm';
    }
    return node->player;
}

double probability(Node *node) {
    if (node->probability == 0) node->probability = ask("probability", node);
    return node->probability;
}

static void discard(Node *node) {
    for (int i = 0; i < node->count; i++) discard(&node->children[i]);
    free(node->children);
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        char algorithm[32], side[8], word[8];
        int depth = 1000;
        if (strncmp(line, "search ", 7) != 0) continue;
        sscanf(line, "search %31s %7s %7s %d", algorithm, side, word, &depth);
        Node root = {.count = -1};
        Result result = search(&root, depth, strcmp(side, "max") == 0);
        if (result.best) printf("answer %.15g %d\n", result.value, result.best);
        else printf("answer %.15g -\n", result.value);
        fflush(stdout);
        discard(&root);
    }
}
