# A search with one mistake: the words MISTAKE, TIE (ge, gt), FAIL (hard, soft) and FORM say which and in which style.
# nega: negamax with the best in alpha; negb: the best next to alpha; two: two branches; tab: two branches, alpha raised before the test.
import sys
MISTAKE, TIE, FAIL, FORM = sys.argv[1:5]
INF = 10**9
is_ = MISTAKE.__eq__
def over(a, b): return a >= b if TIE == "ge" else a > b
def under(a, b): return a <= b if TIE == "ge" else a < b

def nega(node, depth, alpha, beta, color, ply=0):
    if (depth == 1 if is_("ply-short") else depth == 0) or node.is_leaf():
        v = node.value()
        if is_("leaf-sign") or is_("both-max"): return v, None
        if is_("root-is-min"): return -color * v, None
        return color * v, None
    a0 = alpha
    best = 0 if is_("zero-start") else -INF
    move = None
    kids = node.children()
    if is_("right-to-left"): kids = kids[::-1]
    if is_("first-child"): kids = kids[:1]
    for i, c in enumerate(kids):
        lo, hi = -beta, -alpha
        if is_("root-window") and ply == 0: lo, hi = -INF, INF
        if is_("swapped-bounds"): lo, hi = -alpha, -beta
        if is_("no-deep-bounds"): lo, hi = -INF, -alpha
        if is_("no-pruning"): lo, hi = -INF, INF
        if is_("same-window"): lo, hi = alpha, beta
        if is_("alpha-not-raised") and ply: lo, hi = -beta, -a0
        if is_("no-re-search") and i: lo, hi = -alpha - 1, -alpha
        nc = -color
        if is_("same-side"): nc = color
        s = nega(c, depth - 1, lo, hi, nc, ply + 1)[0]
        if not (is_("missing-negation") or is_("both-max")): s = -s
        if FORM == "nega":
            best = max(best, s)
            cut = alpha if is_("alpha-at-cut") else best if FAIL == "soft" else beta
            if is_("late-alpha"):
                if over(alpha, beta): return cut, c
            elif is_("wrong-side"):
                if s <= alpha: return cut, c
            elif over(s, beta): return cut, c
            if is_("worse-sibling") and i and ply and s <= alpha: break
            if s > alpha or (is_("root-ge") and ply == 0 and s == alpha): alpha, move = s, c
        else:
            if is_("worse-sibling") and i and ply and s <= best: break
            if is_("last-score"): best, move = s, c
            elif s > best or (is_("root-ge") and ply == 0 and s == best): best, move = s, c
            elif move is None: move = c
            if is_("late-alpha"):
                if over(alpha, beta): break
            elif is_("wrong-side"):
                if best <= alpha: break
            elif over(best, beta):
                if is_("alpha-at-cut"): return alpha, move
                break
            alpha = max(alpha, best)
    if is_("last-score") and FORM == "nega": return s, move
    if FORM == "nega": return (best if FAIL == "soft" else alpha), move
    return (best if FAIL == "soft" else max(a0, min(best, beta))), move

def two(node, depth, alpha, beta, is_max, ply=0):
    if (depth == 1 if is_("ply-short") else depth == 0) or node.is_leaf():
        v = node.value()
        return (-v if is_("leaf-sign") and not is_max else v), None
    a0, b0 = alpha, beta
    best = (-INF if is_max or is_("min-from-max") else INF) if not is_("zero-start") else 0
    prev = None
    mv = None
    kids = node.children()
    if is_("right-to-left"): kids = kids[::-1]
    if is_("first-child"): kids = kids[:1]
    flag = is_max
    for i, c in enumerate(kids):
        a, b = alpha, beta
        if is_("root-window") and ply == 0: a, b = -INF, INF
        if is_("swapped-bounds"): a, b = beta, alpha
        if is_("no-deep-bounds"): a, b = (alpha, INF) if is_max else (-INF, beta)
        if is_("no-deep-max") and is_max: a, b = alpha, INF
        if is_("no-pruning") or is_("no-window-min") and not is_max: a, b = -INF, INF
        if is_("alpha-not-raised") and is_max and ply: a = a0
        if is_("alpha-never-raised") and is_max: a = a0
        if is_("beta-not-lowered") and not is_max and ply: b = b0
        if is_("beta-never-lowered") and not is_max: b = b0
        if is_("window-not-updated") and ply: a, b = a0, b0
        nf = not is_max
        if is_("same-side"): nf = is_max
        if is_("all-min-below"): nf = False
        if is_("all-max-below"): nf = True
        if is_("inverted") and ply == 0: nf = is_max
        if is_("never-below") and ply: nf = is_max
        if is_("loop-toggle"):
            flag = not flag
            nf = flag
        v = two(c, depth - (0 if is_("uncounted-max") and is_max else 1), a, b, nf, ply + 1)[0]
        if is_("worse-sibling") and i and ply and (v <= prev if is_max else v >= prev): break
        prev = v if prev is None else (max(prev, v) if is_max else min(prev, v))
        if is_("last-score"): best, mv = v, c
        elif (v > best if is_max else v < best) or (is_("root-ge") and ply == 0 and v == best): best, mv = v, c
        if is_("last-move"): mv = c
        if FORM == "tab" and not is_("late-alpha"):
            if is_max: alpha = max(alpha, best)
            else: beta = min(beta, best)
            if is_("wrong-side"):
                if alpha <= beta: break
            elif is_("no-cut-max") and is_max or is_("no-cut-min") and not is_max: pass
            elif over(alpha, beta): break
            continue
        if is_("late-alpha"):
            if over(alpha, beta): break
        elif is_("wrong-side"):
            if best <= alpha if is_max else best >= beta: break
        elif is_("no-cut-max") and is_max or is_("no-cut-min") and not is_max: pass
        elif best > beta if is_("strict-max") and is_max else over(best, beta) if is_max else under(best, alpha):
            if is_("alpha-at-cut"): return (alpha if is_max else beta), mv
            break
        if is_max: alpha = v if is_("alpha-replaced") else max(alpha, best)
        else: beta = min(beta, best)
    if FAIL == "hard": best = max(a0, min(b0, best))
    return best, mv

def search(node, depth, is_max):
    if is_("no-min-at-root"): is_max = True
    if FORM.startswith("neg"):
        color = 1 if is_max else -1
        value, move = nega(node, depth, -INF, INF, color)
        return color * value, move
    if is_("root-is-min"): is_max = not is_max
    return two(node, depth, -INF, INF, is_max)

