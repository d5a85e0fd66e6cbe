// Write alpha-beta (or minimax), then try it:
//
//     javac Search.java && plywood exercise run -- java Search
//
// System.out writes to standard error, so you can print what you like.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

public class Search {
    /**
     * Returns what {@code node} is worth for MAX, and its best child (null at a leaf).
     *
     * node.isLeaf()    whether it has no children
     * node.children()  its children, from left to right
     * node.value()     of a leaf: its value for MAX; of any other node: its static evaluation
     * depth            the number of plies to search; very large if there is no limit
     * isMax            whether MAX moves at this node; otherwise MIN does
     *
     * Only for tasks with chance nodes, or with players who do not take turns:
     * node.player()       who moves at the node: "max", "min" or "chance"
     * node.probability()  after a chance node: how likely it is that chance leads here
     *
     * Stop at a leaf, and when the depth is used up. Do not read a value that can no longer matter.
     */
    static Result search(Node node, int depth, boolean isMax) {
        if (depth == 0 || node.isLeaf()) return new Result(node.value(), null);
        // Fill in about ten lines here. You may also write other functions and classes.
        throw new UnsupportedOperationException("write the body of search() first");
    }

    /** What a search returns. */
    record Result(double value, Node best) {}

    // ---- Change nothing below this line: it talks to plywood. ----

    static final class Node {
        private final String path;
        final int number;
        private List<Node> children;
        private Double value, probability;
        private String player;

        Node(String path, int number) {
            this.path = path;
            this.number = number;
        }

        boolean isLeaf() {
            return children().isEmpty();
        }

        List<Node> children() {
            if (children != null) {
                OUT.println("again children " + (path.isEmpty() ? "-" : path));
            } else {
                int count = Integer.parseInt(ask("children", path));
                children = new ArrayList<>();
                for (int i = 1; i <= count; i++) children.add(new Node(path.isEmpty() ? "" + i : path + "." + i, i));
            }
            return children;
        }

        String player() {
            if (player == null) player = ask("player", path);
            return player;
        }

        double probability() {
            if (probability == null) probability = Double.parseDouble(ask("probability", path));
            return probability;
        }

        double value() {
            if (value == null) value = Double.parseDouble(ask("value", path));
            else OUT.println("again value " + (path.isEmpty() ? "-" : path));
            return value;
        }
    }

    private static final PrintStream OUT = System.out;
    private static final BufferedReader IN = new BufferedReader(new InputStreamReader(System.in));

    private static String ask(String what, String path) {
        OUT.println(what + " " + (path.isEmpty() ? "-" : path));
        OUT.flush();
        try {
            return IN.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws IOException {
        System.setOut(System.err);
        for (String line = IN.readLine(); line != null; line = IN.readLine()) {
            String[] words = line.split(" ");
            if (!words[0].equals("search")) continue;
            int depth = words.length > 4 ? Integer.parseInt(words[4]) : 1000;
            Result result = search(new Node("", 0), depth, words[2].equals("max"));
            if (result.best() != null && !result.best().path.equals("" + result.best().number)) {
                String why = result.best().path.isEmpty() ? "" : ". Is the best move in a variable that all nodes share?";
                throw new IllegalStateException("search returned " + result.best().path + " as the best child, which is not a child of the root" + why);
            }
            OUT.println("answer " + result.value() + " " + (result.best() == null ? "-" : result.best().number));
            OUT.flush();
        }
    }
}
