import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output. */
final class Nim {
    private static final Map<String, String> TURNED = Map.of("exact", "exact", "lower", "upper", "upper", "lower");

    /** The value of a node for the side to move, the bound that it proves, and the best line below the node. */
    private static final class Value {
        long score;
        String bound;
        List<String> line = List.of();

        Value(long score, String bound) {
            this.score = score;
            this.bound = bound;
        }
    }

    private static Value search(PlywoodTrace trace, int heap, String move, int depth, int ply, long alpha, long beta) {
        List<String> moves = List.of("1", "2", "3").subList(0, Math.min(heap, 3));
        trace.enter(move, depth, alpha, beta, moves);
        Value best = new Value(-PlywoodTrace.INF, "upper");
        for (String name : moves) {
            int rest = heap - Integer.parseInt(name);
            Value child;
            String leaf = null;
            if (rest == 0 || depth == 1) {
                leaf = rest == 0 ? "lost" : "horizon";
                child = new Value(rest == 0 ? -PlywoodTrace.matedIn(ply + 1) : 0, "exact");
                trace.created(name, child.score);
            } else {
                trace.created(name);
                child = search(trace, rest, name, depth - 1, ply + 1, -beta, -alpha);
                child.score = -child.score;
                child.bound = TURNED.get(child.bound);
            }
            boolean cuts = beta <= child.score;
            boolean raises = alpha < child.score;
            String verdict = cuts ? "cutoff" : raises ? "best" : "not_best";
            trace.judged(name, child.score, child.bound, alpha, beta, verdict, leaf, null);
            best.score = Math.max(best.score, child.score);
            if (raises) {
                best.bound = cuts ? "lower" : child.bound;
                best.line = new ArrayList<>(List.of(name));
                best.line.addAll(child.line);
            }
            if (cuts) {
                break;
            }
            alpha = Math.max(alpha, child.score);
        }
        trace.leave(best.score, best.bound);
        return best;
    }

    public static void main(String[] args) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("title", "Nim, ten matches");
        header.put("fail", "soft");
        PlywoodTrace trace = new PlywoodTrace(System.out, 6, "alpha-beta", header);
        trace.root(0);
        Value found = search(trace, 10, null, 6, 0, -PlywoodTrace.INF, PlywoodTrace.INF);
        trace.result(found.score, found.line, true);
    }
}
