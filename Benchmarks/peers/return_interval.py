"""The 95 % interval of a return, as docs/reports.md, section 4 defines it, for columns of rows: NumPy and two threads.

For a given quantile w the equation is quadratic, so secants look for w; rows that have converged are left out of further steps.
What is left after twelve of them, and where there may be several solutions, is halved.  It shares no code with the engine.
"""
from concurrent.futures import ThreadPoolExecutor
import numpy as np

Z = 1.959963984540054
SLOPE = (Z * Z - 1) / 6
BLOCK, THREADS = 16_384, 2
NEAR = 1e-8                                      # of a θ, in the last step but one
POOL = ThreadPoolExecutor(THREADS)


def greatest(M, Q, P, c):
    """The θ at which the variance vanishes."""
    return np.where(M <= c * Q, M / Q, (M - c * (Q - P)) / P)


def quantile(s, t, R, S, M, Q, P, c, k):
    """w and √V at a θ; s is the sign of z, and w that of −z turned round."""
    left = M - t * P - np.minimum(t, c) * (Q - P)
    D = np.sqrt(np.maximum(t * left, 1e-300))
    g = s * ((k + 1) * left - M) / (S * D)
    h = Z / 6 - g / 36
    u = np.maximum(g * h, -1)
    w = np.where(g >= 0, Z + np.minimum(g, 4) * SLOPE, np.where(u > -1, 2 * h * (3 + u * (3 + u)), -2 / np.minimum(g, -1e-300)))
    return w, D


def excess(s, t, R, S, *v):
    """R − S·θ − w·√V, which falls from positive to negative at an end."""
    w, D = quantile(s, t, R, S, *v)
    return R - S * t - s * w * D


def theta(s, w, R, S, M, Q, P, c, k):
    """The θ with (R − S·θ)² = w²·V on the side of s: below the observed one, or above."""
    w = w * w
    def quadratic(Q, M):
        a, b = S * S + w * Q, R * S + w * M / 2
        r = np.sqrt(np.maximum(0, b * b - a * (R * R)))
        return R * R / (b + r) if s > 0 else (b + r) / a
    t = quadratic(Q, M)
    out = np.flatnonzero(t > c)                  # where bets on one race exclude one another no more
    R, S, P, w = R[out], S[out], P[out], w[out]
    t[out] = quadratic(P, M[out] - c[out] * (Q[out] - P))
    return t


def secants(s, *v):
    """The ends, and the rows that are not ready."""
    end, rows = np.empty(len(v[0])), np.arange(len(v[0]))
    w = np.full(len(rows), Z)
    last = t = theta(s, w, *v)
    d = quantile(s, t, *v)[0] - w
    w0, d0, w = w, d, w + d
    for step in range(12):
        t = theta(s, w, *v)
        end[rows] = t
        go = np.flatnonzero(~(np.abs(t - last) <= NEAR * t))
        if not len(go):
            return end, go
        if len(go) < .9 * len(rows):
            rows, t, w, w0, d0, v = rows[go], t[go], w[go], w0[go], d0[go], [x[go] for x in v]
        d = quantile(s, t, *v)[0] - w
        by = d * (w - w0) / (d0 - d)
        last, w0, d0, w = t, w, d, np.clip(w + np.where(np.abs(by) < 9, by, d), .05, 9)
    return end, rows


def halved(s, low, high, *v):
    """The end between two θ, the first of which has a positive excess; the upper one where there is none."""
    R, end = v[0], high
    if s > 0:                                    # rounding alone decides about so small an excess
        high = np.where(excess(s, high, *v) > -1e-9 * R, high * (1 - 2.0 ** -20), high)
    else:
        low = np.where(low > 0, low, high * 2.0 ** -40)
    found = (excess(s, low, *v) > 0) & (excess(s, high, *v) < 0)
    for _ in range(60):
        t = (low + high) / 2
        rises = excess(s, t, *v) > 0
        low, high = np.where(rises, t, low), np.where(rises, high, t)
    return np.where(found, high, end)


def turn(observed, *v):
    """A θ between the least solution of the lower end and any other."""
    Q, P, c = v[3:6]
    at = observed
    for step in range(63, 0, -1):
        at = np.where((P < Q) & (excess(1, c * step / 64, *v) < 0), c * step / 64, at)
    return np.where((observed > c) & (excess(1, c, *v) >= 0), at, np.minimum(observed, c))


def block(S, R, odds, squares, Q, race_returns):
    with np.errstate(all='ignore'):
        P = np.minimum(Q, S)
        known = (odds > 0) & (R <= S * greatest(odds, Q, P, 1.0) * (1 + 1e-6))
        k = np.where(known, np.minimum(1.85, 1 + 1.5 * np.maximum(0, squares * S / (odds * odds) - 1)), 1.0)
        n = np.maximum(1, R * R / race_returns)
        M = np.where(known, odds, race_returns * (1 + 2 / n) * S / R)
        c = np.where(known, 1.0, R / S)
        Q = np.where(known, Q, np.minimum(Q, M / c))
        P = np.minimum(Q, S)
        rows = np.flatnonzero((S > 0) & (known | (R > 0)) & (Q > 0) & (M > 0))
        v = [x[rows] for x in (R, S, M, Q, P, c, k)]
        (R, S, _, Q, P, c, _), most = v, greatest(*v[2:6])
        observed = np.minimum(R / S, most)
        low, left = secants(1, *v)
        left = np.union1d(left, np.flatnonzero((P < Q) & (observed > c) & (excess(1, c, *v) >= 0)))
        if len(left):
            o, u = observed[left], [x[left] for x in v]
            low[left] = halved(1, np.zeros(len(left)), turn(o, *u), *u)
        high, left = secants(-1, *v)
        if len(left):
            high[left] = halved(-1, observed[left], most[left], *[x[left] for x in v])
        high = np.where(observed < most * (1 - 1e-9), high, most)
    ends = np.full((2, len(known)), np.nan)
    ends[0, rows], ends[1, rows] = low - 1, high - 1
    return ends


def interval(*columns):
    """Both ends; NaN where there are none.

    columns: bets, returns, Σ odds and Σ odds² (0 where no price is known), Σ of the races' squared bets and of their squared returns.
    """
    columns = [np.asarray(x, dtype=np.float64) for x in columns]
    parts = list(POOL.map(lambda i: block(*[x[i:i + BLOCK] for x in columns]), range(0, len(columns[0]), BLOCK)))
    return np.concatenate(parts, axis=1) if parts else np.empty((2, 0))
