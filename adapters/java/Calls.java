import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines. */
final class Calls {
    private final List<String> words;

    private Calls(String row) {
        words = List.of(row.split("\t"));
    }

    /** A dash, or the end of the line, means that the argument is omitted. */
    private String text(int at) {
        return at < words.size() && !words.get(at).equals("-") ? words.get(at) : null;
    }

    private Long score(int at) {
        return text(at) == null ? null : Long.valueOf(words.get(at));
    }

    private long number(int at) {
        return Long.parseLong(words.get(at));
    }

    private int plies(int at) {
        return Integer.parseInt(words.get(at));
    }

    private boolean is(int at) {
        return "true".equals(text(at));
    }

    private List<String> rest(int at) {
        return words.subList(Math.min(at, words.size()), words.size());
    }

    private void call(PlywoodTrace trace) {
        switch (words.get(0)) {
            case "root": trace.root(number(1)); break;
            case "new_pass": trace.newPass(text(1), plies(2), number(3), number(4)); break;
            case "enter": trace.enter(text(1), plies(2), number(3), number(4), rest(5)); break;
            case "created": trace.created(text(1), score(2)); break;
            case "judged":
                trace.judged(text(1), number(2), text(3), number(4), number(5), text(6), text(7), text(8));
                break;
            case "leave": trace.leave(number(1), text(2)); break;
            case "hash": trace.hash(text(1), plies(2), number(3), text(4), is(5), text(6), is(7)); break;
            case "quiet": trace.quiet(); break;
            case "aloud": trace.aloud(); break;
            case "null_move": trace.nullMove(text(1), plies(2), number(3), number(4), number(5), is(6)); break;
            case "extended": trace.extended(text(1), plies(2), text(3)); break;
            case "reduced": trace.reduced(text(1), plies(2), text(3)); break;
            case "again": trace.again(text(1), text(2), plies(3), number(4), number(5), text(6)); break;
            case "stand_pat": trace.standPat(number(1), number(2), number(3), text(4)); break;
            case "pruned": trace.pruned(text(1), text(2), score(3), number(4), number(5), text(6)); break;
            case "result": trace.result(number(1), rest(3), is(2)); break;
            default: throw new IllegalArgumentException("no call is named " + words.get(0));
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Map<String, Object> header = new LinkedHashMap<>();
        PlywoodTrace trace = null;
        for (String row = in.readLine(); row != null; row = in.readLine()) {
            Calls call = new Calls(row);
            switch (call.words.get(0)) {
                case "text": header.put(call.text(1), call.text(2)); break;
                case "list": header.put(call.text(1), call.rest(2)); break;
                case "number": header.put(call.text(1), Double.valueOf(call.text(2))); break;
                case "json": header.put(call.text(1), new PlywoodTrace.Json(call.text(2))); break;
                case "open": trace = new PlywoodTrace(System.out, call.plies(1), call.text(2), header); break;
                default: call.call(trace);
            }
        }
    }
}
