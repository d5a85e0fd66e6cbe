import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines. Java 11, no dependencies.
 *
 * <p>Scores are whole thousandths of a pawn, for the side to move (in created, judged and pruned: for the side that moved); a mate is
 * MATE minus the plies from the root. adapters/README.md describes the methods, which are the same in every language. Values that may be
 * left out can be null: the move at the root, score, leaf, best, why.
 */
public final class PlywoodTrace {
    public static final long MATE = 1_000_000_000L;
    public static final long INF = 2 * MATE;

    private static final List<String> OVER = List.of("lost", "drawn", "won");
    private static final List<String> SCORED = List.of("lost", "drawn", "won", "horizon", "childless", "tablebase", "stand_pat");

    /** JSON that goes into the header unchanged, such as {"repetition":2} for draws. */
    public static final class Json {
        final String text;

        public Json(String text) {
            this.text = text;
        }
    }

    private static final class Node {
        final int moves;
        int judged;
        int pruned;

        Node(int moves) {
            this.moves = moves;
        }
    }

    private final PrintStream out;
    private final List<String> line = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private int silence;
    private long untoldEntered;
    private long untoldLeaves;

    /** {@code more} has further fields of the header: texts, numbers, true or false, lists of texts, or {@link Json}. */
    public PlywoodTrace(PrintStream out, int depth, String algorithm, Map<String, ?> more) {
        this.out = out;
        Map<String, Object> fields = new LinkedHashMap<>(more);
        Object order = fields.containsKey("order") ? fields.remove("order") : "none";
        StringBuilder header = new StringBuilder("{\"format\":\"plywood-trace\",\"version\":1");
        fields.forEach((name, value) -> header.append(',').append(quoted(name)).append(':').append(json(value)));
        header.append(",\"depth\":").append(depth).append(text("algorithm", algorithm)).append(",\"order\":").append(json(order));
        write(header.append('}').toString());
        for (String name : "created entered leaves terminals judged raised cutoffs first_move_cutoffs skipped".split(" ")) {
            counts.put(name, 0L);
        }
    }

    /** Returns the score of being mated {@code ply} half-moves after the root. */
    public static long matedIn(int ply) {
        return ply - MATE;
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            // Non-ASCII characters are escaped, so they do not depend on the encoding of the output.
            if (c < 0x20 || c > 0x7e) {
                json.append(String.format("\\u%04x", (int) c));
                continue;
            }
            if (c == '"' || c == '\\') {
                json.append('\\');
            }
            json.append(c);
        }
        return json.append('"').toString();
    }

    private static String list(Iterable<?> names) {
        List<String> all = new ArrayList<>();
        for (Object name : names) {
            all.add(quoted(name.toString()));
        }
        return "[" + String.join(",", all) + "]";
    }

    private static String json(Object value) {
        if (value instanceof Json) {
            return ((Json) value).text;
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        return value instanceof Iterable ? list((Iterable<?>) value) : quoted(value.toString());
    }

    /** No score is beyond MATE, so a larger number is infinite. */
    private static String number(long score) {
        long size = Math.abs(score);
        if (size > MATE) {
            return score > 0 ? "\"+inf\"" : "\"-inf\"";
        }
        if (score == MATE) {
            return "{\"won\":0}";
        }
        if (size >= MATE - 1000) {
            return "{\"mate\":" + (score > 0 ? MATE - score : -(score + MATE)) + "}";
        }
        return String.format(Locale.ROOT, "%s%d.%03d", score < 0 ? "-" : "", size / 1000, size % 1000);
    }

    /** An end at or beyond MATE is not a bound. */
    private static String window(long alpha, long beta) {
        return ",\"window\":{\"alpha\":" + end(alpha) + ",\"beta\":" + end(beta) + "}";
    }

    private static String end(long score) {
        return number(score >= MATE ? INF : score <= -MATE ? -INF : score);
    }

    private static String text(String name, String value) {
        return value == null ? "" : ",\"" + name + "\":" + quoted(value);
    }

    private static String scored(Long score) {
        return score == null ? "" : ",\"score\":" + number(score);
    }

    private void write(String text) {
        out.print(text + "\n");
    }

    private void count(String name, long times) {
        if (times != 0) {
            counts.merge(name, times, Long::sum);
        }
    }

    private void count(String name, boolean is) {
        count(name, is ? 1 : 0);
    }

    private void event(String kind, String move, String fields) {
        List<String> whole = new ArrayList<>(line);
        if (move != null) {
            whole.add(move);
        }
        write("{\"event\":\"" + kind + "\",\"line\":" + list(whole) + fields + "}");
    }

    /** Stops writing until {@link #aloud} has been called equally often. Use it around the search below a null move. */
    public void quiet() {
        if (silence++ == 0) {
            untoldEntered = 0;
            untoldLeaves = 0;
        }
    }

    public void aloud() {
        silence--;
    }

    /** Records that the search begins; {@code score} is the static evaluation of the root. */
    public void root(long score) {
        count("created", 1);
        write("{\"event\":\"root\"" + scored(score) + "}");
    }

    /** Records that the whole tree will be searched, for the first time or again: iteration, aspiration, test ... */
    public void newPass(String word, int depth, long alpha, long beta) {
        count("passes", 1);
        write("{\"event\":\"pass\"" + text("pass", word) + ",\"depth\":" + depth + window(alpha, beta) + "}");
    }

    /** Records that the search enters the node after {@code move} and will try these moves. */
    public void enter(String move, int depth, long alpha, long beta, List<String> moves) {
        untoldEntered++;
        if (silence != 0) {
            return;
        }
        if (move != null) {
            line.add(move);
        }
        count("entered", 1);
        nodes.add(new Node(moves.size()));
        event("enter", null, ",\"depth\":" + depth + window(alpha, beta) + ",\"moves\":" + list(moves));
    }

    /** Records that the engine made {@code move}. */
    public void created(String move) {
        created(move, null);
    }

    /** Records that the engine made {@code move}, and the static evaluation of the position. */
    public void created(String move, long score) {
        created(move, Long.valueOf(score));
    }

    /** Records that the engine made {@code move}, with the static evaluation of the position unless {@code score} is null. */
    public void created(String move, Long score) {
        if (silence != 0) {
            return;
        }
        String number = ",\"number\":" + counts.get("created");
        count("created", 1);
        event("created", move, number + scored(score));
    }

    /** Records the comparison of the score of {@code move} with the window: best, not_best or cutoff. */
    public void judged(String move, long score, String bound, long alpha, long beta, String verdict) {
        judged(move, score, bound, alpha, beta, verdict, null, null);
    }

    /** Records the same comparison for a leaf: horizon, lost, drawn, stand_pat, hash ... */
    public void judged(
            String move, long score, String bound, long alpha, long beta, String verdict, String leaf, String why) {
        boolean isScored = leaf != null && SCORED.contains(leaf);
        untoldLeaves += isScored ? 1 : 0;
        if (silence != 0) {
            return;
        }
        Node node = nodes.get(nodes.size() - 1);
        node.judged++;
        count("judged", 1);
        count("leaves", isScored);
        count("unscored", leaf != null && !isScored && !leaf.equals("omitted"));
        count("terminals", leaf != null && OVER.contains(leaf));
        count("tablebase", "tablebase".equals(leaf));
        count("stand_pats", "stand_pat".equals(leaf));
        count("raised", verdict.equals("best"));
        String skipped = "";
        if (verdict.equals("cutoff")) {
            int left = node.moves - node.judged - node.pruned;
            count("cutoffs", 1);
            count("first_move_cutoffs", node.judged == 1);
            count("skipped", left);
            skipped = left == 0 ? "" : ",\"skipped\":" + left;
        }
        String reason = text("bound", bound) + text("leaf", leaf) + text("why", why);
        event("judged", move, scored(score) + reason + window(alpha, beta) + text("verdict", verdict) + skipped);
    }

    /** Records that the search leaves the node that it entered last. */
    public void leave(long score, String bound) {
        if (silence != 0) {
            return;
        }
        event("leave", null, scored(score) + text("bound", bound));
        nodes.remove(nodes.size() - 1);
        if (!line.isEmpty()) {
            line.remove(line.size() - 1);
        }
    }

    /** Records that the transposition table has an entry for the position after {@code move}; {@code score} is for the side to move there. */
    public void hash(String move, int depth, long score, String bound, boolean cut, String best, boolean isUntold) {
        if (silence != 0) {
            return;
        }
        count("hash_hits", 1);
        count("hash_cuts", cut);
        String rest = ",\"cut\":" + cut + text("move", best) + (isUntold ? ",\"untold\":true" : "");
        event("hash", move, ",\"depth\":" + depth + scored(score) + text("bound", bound) + rest);
    }

    /** Records the score of a null move after {@code move}. The search below it ran between {@link #quiet} and {@link #aloud}. */
    public void nullMove(String move, int depth, long alpha, long beta, long score, boolean cut) {
        if (silence != 0) {
            return;
        }
        count("null_moves", 1);
        count("null_cuts", cut);
        count("null_nodes", untoldEntered + untoldLeaves);
        String untold = ",\"entered\":" + untoldEntered + ",\"leaves\":" + untoldLeaves;
        event("null_move", move, ",\"depth\":" + depth + window(alpha, beta) + scored(score) + ",\"cut\":" + cut + untold);
        untoldEntered = 0;
        untoldLeaves = 0;
    }

    /** Records that the node after {@code move} is searched some plies deeper. */
    public void extended(String move, int plies, String why) {
        deeper("extended", move, plies, why);
    }

    /** Records that the node after {@code move} is searched some plies shallower. */
    public void reduced(String move, int plies, String why) {
        deeper("reduced", move, plies, why);
    }

    private void deeper(String kind, String move, int plies, String why) {
        if (silence == 0) {
            count(kind, 1);
            event(kind, move, ",\"plies\":" + plies + text("why", why));
        }
    }

    /** Records that the node after {@code move} is searched again: scout, reduced or other. */
    public void again(String move, String reason, int depth, long alpha, long beta, String why) {
        if (silence == 0) {
            count("searched_again", 1);
            event("again", move, text("reason", reason) + text("why", why) + ",\"depth\":" + depth + window(alpha, beta));
        }
    }

    /** Records that, in quiescence, the static evaluation of the node entered last causes no cutoff. */
    public void standPat(long score, long alpha, long beta, String verdict) {
        if (silence == 0) {
            count("stand_pats", verdict.equals("best"));
            event("stand_pat", null, scored(score) + window(alpha, beta) + text("verdict", verdict));
        }
    }

    /** Records that {@code move} is not searched; {@code score} is the highest expected score, if known. */
    public void pruned(String move, String reason, Long score, long alpha, long beta, String why) {
        if (silence == 0) {
            count("pruned", 1);
            nodes.get(nodes.size() - 1).pruned++;
            event("pruned", move, text("reason", reason) + text("why", why) + scored(score) + window(alpha, beta));
        }
    }

    /** The same, if {@code score} is known. */
    public void pruned(String move, String reason, long score, long alpha, long beta, String why) {
        pruned(move, reason, Long.valueOf(score), alpha, beta, why);
    }

    /** Writes the result of the search; the adapter has counted everything itself. */
    public void result(long score, List<String> pv, boolean isComplete) {
        List<String> all = new ArrayList<>();
        counts.forEach((name, count) -> all.add(quoted(name) + ":" + count));
        String best = pv.isEmpty() ? "null" : quoted(pv.get(0));
        write("{\"event\":\"result\",\"complete\":" + isComplete + scored(score) + ",\"best\":" + best + ",\"pv\":" + list(pv)
                + ",\"statistics\":{" + String.join(",", all) + "}}");
        out.flush();
    }
}
