#!/usr/bin/env python3
"""make_runners.py --runners N --seed S --out FILE.parquet|FILE.csv [--out ...] [--part-rows M]

Writes a synthetic but realistic table of race runners (exactly N rows) covering twenty years of racing: about 200 courses in
seven countries, 3,000 jockeys, 4,000 trainers and N/15 horses, all with very unequal activity.  The same N and seed always
give the same bytes, on any processor.  Rows are in chronological order (race_id), then by saddlecloth number.

How a race comes about
  strength  = horse + jockey + trainer + small draw effect; finishing order = strength + Gumbel noise (Plackett-Luce), so the
              fair winning chance is softmax(strength)
  sp        = 1 / (1.18 x the market's view of that chance), longshots over-bet, rounded to a real starting-price ladder
  bsp       = near-fair exchange price, two decimals; not formed in the US, for 3 % of other races and for 0.5 % of runners
  tote      = dividend per unit staked of the winner(s) after an 18 % deduction, rounded down to 0.10, already divided in a dead
              heat; null for every other runner.  tote_paid says whether the race has a declared dividend (90 % have one)
  1 % of starters do not finish, 0.3 % dead-heat with the horse in front, 0.5 % of runners are non-runners, 0.5 % of starters and
  every starter of 1 % of the races have no sp.
"""
import argparse, time
import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

DAY0 = np.datetime64('2005-01-01')
DAYS = 7305                                   # 2005-01-01 .. 2024-12-31
COUNTRIES = ['GB', 'IE', 'AU', 'US', 'FR', 'JP', 'HK']
SHARE = np.array([30, 8, 25, 20, 10, 5, 2])           # percent
COURSES = np.array([59, 26, 55, 30, 18, 10, 2])
JOCKEYS, TRAINERS, HORSE_DAYS = 3000, 4000, 900
OUTCOMES = ['finished', 'pulled_up', 'fell', 'unseated', 'brought_down', 'refused', 'ran_out', 'slipped_up', 'carried_out',
            'disqualified', 'did_not_finish', 'non_runner']
NF_W = np.array([40, 15, 14, 3, 4, 2, 1, 1, 4, 16])
LADDER = np.array([1.05, 1.1, 1.13, 1.17, 1.2, 1.22, 1.25, 1.29, 1.3, 1.33, 1.36, 1.4, 1.44, 1.5, 1.53, 1.57, 1.62, 1.67, 1.73,
    1.8, 1.83, 1.91, 2, 2.1, 2.2, 2.25, 2.38, 2.5, 2.63, 2.75, 2.88, 3, 3.25, 3.5, 3.75, 4, 4.33, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8,
    8.5, 9, 9.5, 10, 11, 12, 13, 15, 17, 19, 21, 23, 26, 29, 34, 41, 51, 67, 81, 101, 126, 151, 201, 251, 301, 501])
LADDER_EDGE = np.sqrt(LADDER[1:] * LADDER[:-1])

SYL = ['an', 'bel', 'cor', 'dar', 'el', 'far', 'gal', 'har', 'il', 'jo', 'kel', 'lan', 'mor', 'nor', 'or', 'per', 'quin', 'ros',
       'sal', 'tor', 'ul', 'ver', 'wil', 'yar', 'zan', 'bri', 'cla', 'dun', 'fer', 'gre', 'hol', 'lo']

def words(i):
    """A pronounceable, unique word for every integer."""
    s = ''
    while True:
        s += SYL[i % 32]; i //= 32
        if i == 0:
            return s.capitalize()

def person(i):
    return f'{"ABCDEFGHJKLMNPRSTW"[i * 7 % 18]} {words(i * 37 + 1031)}'

def horse_name(i):
    return f'{words(i % 4096 + 1024)} {words(i // 4096 + 40)}' if i >= 4096 else words(i + 32768)

# The same bytes on every processor: reals are only added, multiplied, divided, rounded and compared one by one, as IEEE 754 says;
# what is summed is whole; and sorts are stable or have keys that all differ. NumPy's exp and log, and all that it draws by
# them, may differ by a last bit where a processor has other instructions, and its quick sorts in the order of equal keys.
LN2 = 0.6931471805599453

def exp(x):
    k = np.rint(x / LN2)
    r = x - k * LN2
    e = np.full_like(r, 1 / 3628800)
    for d in (362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1):
        e = e * r + 1 / d
    return np.ldexp(e, k.astype(np.int32))

def log(x):
    m, k = np.frexp(x)
    low = m < 0.7071067811865476
    m = np.where(low, 2 * m, m)
    f = (m - 1) / (m + 1)
    s = np.full_like(f, 1 / 15)
    for d in (13, 11, 9, 7, 5, 3, 1):
        s = s * (f * f) + 1 / d
    return (k - low) * LN2 + 2 * f * s

GUMBEL = -log(-log((np.arange(65536) + .5) / 65536))

def gumbel(rng, size):
    return GUMBEL[rng.integers(0, 65536, size, dtype=np.uint16)]

def normal(rng, n):
    """Of mean 0 and deviation 1: the sum of twelve uniform numbers."""
    return (rng.integers(0, 65536, (n, 12), dtype=np.uint16).sum(axis=1, dtype=np.int64) - 6 * 65535) / 65536

def fixed(x, bits):
    """Reals as integers of 2^-bits."""
    return np.rint(x * (1 << bits)).astype(np.int64)

def pick(rng, weights, size):
    """Indices, each as often as its whole weight says."""
    ends = np.cumsum(weights)
    return np.searchsorted(ends, rng.integers(0, ends[-1], size), side='right')

def best(keys, count, bits):
    """Indices of the greatest keys of each row, the greatest first, of two equal keys the later; a row has up to 2^bits keys."""
    unique = (fixed(keys, 24) << bits) | np.arange(keys.shape[1])
    return np.sort(np.partition(unique, -count, axis=1)[:, -count:], axis=1)[:, ::-1] & ((1 << bits) - 1)

def softmax(x, ri, starts):
    e = fixed(exp(x - np.maximum.reduceat(x, starts)[ri]), 40)
    return e / np.add.reduceat(e, starts)[ri]

class World:
    def __init__(self, n, rng):
        self.n, self.rng = n, rng
        # races and their sizes: exactly n rows
        est = int(n / 9.2) + 1000
        size = np.clip(np.rint(10 + 3.1 * normal(rng, est)), 4, 20).astype(np.int64)
        cum = np.cumsum(size)
        k = int(np.searchsorted(cum, n))
        size = size[:k + 1]
        size[-1] -= int(cum[k] - n)
        while len(size) > 1 and size[-1] < 4:
            short = size[-1]; size = size[:-1]; i = len(size) - 1
            while short > 0:                                   # spread the remainder over races with room
                add = min(short, 20 - size[i]); size[i] += add; short -= add; i -= 1
        self.size, races = size, len(size)
        # meetings of about seven races; day and country for each, in chronological order
        self.per = max(1, races / (races // 7 + 1))
        m = max(1, races // 7)
        day = np.sort(rng.integers(0, DAYS, m))
        country = pick(rng, SHARE, m)
        order = np.lexsort((country, day)); day, country = day[order], country[order]
        off = np.concatenate(([0], np.cumsum(COURSES)))
        self.course_country = np.repeat(np.arange(7), COURSES)
        course = np.empty(m, np.int64)
        grp = day * 7 + country
        b = np.flatnonzero(np.diff(grp, prepend=-1)); e = np.append(b[1:], m)
        logw = [-0.5 * log(np.arange(1.0, c + 1)) for c in COURSES]
        for s, t in zip(b, e):
            c = country[s]; k = t - s
            o = best((logw[c] + gumbel(rng, COURSES[c]))[None, :], COURSES[c], 6)[0]
            course[s:t] = off[c] + np.resize(o, k)              # a course meets twice on a day only when all are in use
        cnt = np.full(m, races // m); cnt[rng.permutation(m)[:races - cnt.sum()]] += 1
        self.meeting = np.repeat(np.arange(m), cnt)
        self.race_no = np.arange(races) - np.repeat(np.cumsum(cnt) - cnt, cnt) + 1
        self.m_day, self.m_country, self.m_course = day, country, course
        # people
        def people(total):
            cnt = np.maximum(60, SHARE * total // 100); cnt[0] += total - cnt.sum()
            first = np.concatenate(([0], np.cumsum(cnt)))
            logw = np.concatenate([-0.9 * log(np.arange(1.0, c + 1)) for c in cnt])
            start = rng.integers(-10 * 365, DAYS, total); end = start + rng.integers(3 * 365, 25 * 365, total)
            skill = .22 * normal(rng, total) + np.concatenate([.25 * (1 - 2 * np.arange(c) / c) for c in cnt])
            return first, logw, start, end, skill
        self.j_first, self.j_logw, self.j_start, self.j_end, self.j_skill = people(JOCKEYS)
        self.t_first, t_logw, _, _, self.t_skill = people(TRAINERS)
        # horses: sorted by first day inside each country, all with a career of HORSE_DAYS days
        h = np.maximum(150, SHARE * n // 1500)
        self.h_first = np.concatenate(([0], np.cumsum(h)))
        H = self.h_first[-1]
        self.h_start = np.concatenate([np.sort(rng.integers(-HORSE_DAYS, DAYS, c)) for c in h])
        self.h_cum = np.cumsum(fixed(exp(.9 * normal(rng, H)), 20))
        self.h_skill = .75 * normal(rng, H)
        tr = []
        for c in range(7):
            w = fixed(exp(t_logw[self.t_first[c]:self.t_first[c + 1]]), 20)
            tr.append(self.t_first[c] + pick(rng, w, (2, h[c])))
        self.h_trainer = np.concatenate(tr, axis=1).astype(np.int32)
        stay = rng.random(H) < .85
        self.h_trainer[1, stay] = self.h_trainer[0, stay]
        self.names_j = pa.array([person(i) for i in range(JOCKEYS)])
        self.names_t = pa.array([person(i + 5000) for i in range(TRAINERS)])
        self.names_c = pa.array([f'{words(i + 2000)} {["Park", "Downs", "Green", "Vale"][i % 4]}' for i in range(int(COURSES.sum()))])

    def horses(self, ri_meeting):
        """Horses for a chronological block of runners: on one day a horse runs once (unless a small country is short of them)."""
        rng = self.rng
        grp = self.m_day[ri_meeting] * 7 + self.m_country[ri_meeting]
        b = np.flatnonzero(np.diff(grp, prepend=-1)); e = np.append(b[1:], len(grp))
        out = np.empty(len(grp), np.int64)
        for s, t in zip(b, e):
            day, c, k = grp[s] // 7, grp[s] % 7, t - s
            a, z = self.h_first[c], self.h_first[c + 1]
            lo = a + np.searchsorted(self.h_start[a:z], day - HORSE_DAYS); hi = a + np.searchsorted(self.h_start[a:z], day)
            lo = min(lo, z - 60); hi = max(hi, lo + 60)
            base = self.h_cum[lo - 1] if lo else 0
            d = np.unique(np.searchsorted(self.h_cum[lo:hi], rng.integers(base, self.h_cum[hi - 1], k * 17 // 10 + 20), side='right') + lo)
            if len(d) < k:
                d = np.concatenate((d, np.setdiff1d(np.arange(lo, hi), d)))
            d = rng.permutation(d)
            out[s:t] = np.resize(d, k)
        return out

    def jockeys(self, m0, m1, race_m, size):
        """A pool of riders per meeting (unequal activity), then a draw without repetition for each race."""
        rng, P = self.rng, 30
        pool = np.empty((m1 - m0, P), np.int32)
        mc, md = self.m_country[m0:m1], self.m_day[m0:m1]
        for c in range(7):
            idx = np.flatnonzero(mc == c)
            a, z = self.j_first[c], self.j_first[c + 1]
            for s in range(0, len(idx), 4000):
                ii = idx[s:s + 4000]; d = md[ii][:, None]
                key = self.j_logw[a:z][None, :] + gumbel(rng, (len(ii), z - a))
                key -= 9.0 * ((d < self.j_start[a:z]) | (d > self.j_end[a:z]))
                pool[ii] = a + best(key, P, 10)
        key = 0.6 * self.j_logw[pool[race_m - m0]] + gumbel(rng, (len(race_m), P))
        ranked = np.take_along_axis(pool[race_m - m0], best(key, P, 5), axis=1)
        return ranked[np.arange(P)[None, :] < size[:, None]]

    def block(self, r0, r1):
        rng = self.rng
        size = self.size[r0:r1]; R = r1 - r0
        starts = np.concatenate(([0], np.cumsum(size)[:-1])); n = int(size.sum())
        ri = np.repeat(np.arange(R), size)
        rm = self.meeting[r0:r1]; m0, m1 = rm[0], rm[-1] + 1
        jockey = self.jockeys(m0, m1, rm, size)
        # shuffle riders inside the race so that number does not follow fame
        jockey = jockey[np.lexsort((rng.random(n), ri))]
        horse = self.horses(rm[ri])
        day = self.m_day[rm][ri]
        late = (day - self.h_start[horse] > HORSE_DAYS / 2).astype(np.int64)
        trainer = self.h_trainer[late, horse]
        number = np.arange(n) - starts[ri] + 1
        draw = np.empty(n, np.int64); draw[np.lexsort((rng.random(n), ri))] = number
        nonrun = rng.random(n) < .005
        nonrun &= (np.add.reduceat(~nonrun, starts, dtype=np.int64) >= 3)[ri]
        s = self.h_skill[horse] + self.j_skill[jockey] + self.t_skill[trainer] - .015 * (draw - (size[ri] + 1) / 2)
        s = np.where(nonrun, -60.0, s)
        market = softmax(.86 * (s + .18 * normal(rng, n)), ri, starts)
        exch = softmax(s + .08 * normal(rng, n), ri, starts)
        pool = softmax(.9 * (s + .35 * normal(rng, n)), ri, starts)
        nf = (rng.random(n) < .01) & ~nonrun
        fin = ~nf & ~nonrun
        lonely = np.add.reduceat(fin, starts, dtype=np.int64) == 0     # somebody wins every race
        nf &= ~lonely[ri]; fin = ~nf & ~nonrun
        perf = np.where(fin, s + gumbel(rng, n), -1e9)
        o = np.lexsort((-perf, ri))
        place = np.arange(n) - starts[ri] + 1
        tie = (rng.random(n) < .003) & (place > 1) & fin[o]            # level with the horse in front
        grp = np.maximum.accumulate(np.where(tie, 0, np.arange(n)))
        pos = np.empty(n, np.int64); pos[o] = place[grp]
        outcome = np.zeros(n, np.int8)
        outcome[nf] = 1 + pick(rng, NF_W, int(nf.sum()))
        outcome[nonrun] = 11
        sp = LADDER[np.searchsorted(LADDER_EDGE, 1 / (1.18 * np.maximum(market, 1e-6)))]
        sp_null = nonrun | (rng.random(n) < .005) | (rng.random(R) < .01)[ri]
        country = self.m_country[rm]
        bsp = np.clip(np.rint(100 * exp(.03 * normal(rng, n)) / np.maximum(exch, 1e-6)), 101, 100_000) / 100
        bsp_null = nonrun | (rng.random(n) < .005) | ((rng.random(R) < .03) | (country == 3))[ri]
        paid = (rng.random(R) < .90)
        first = fin & (pos == 1)
        t = np.add.reduceat(first, starts, dtype=np.int64)
        tote = np.maximum(1.0, np.floor(10 * .82 / np.maximum(pool, 1e-6) / t[ri] + 1e-9) / 10)
        tote = np.minimum(tote, 2000.0)
        f32 = lambda a: pa.array(a.astype(np.int32))
        hu, hi = np.unique(horse, return_inverse=True)
        D = pa.DictionaryArray.from_arrays
        return pa.table({
            'race_id': pa.array(r0 + 1 + ri, pa.int64()),
            'date': pa.array((DAY0 + day).astype('datetime64[D]'), pa.date32()),
            'race_no': pa.array(self.race_no[r0:r1][ri].astype(np.int16)),
            'course': D(f32(self.m_course[rm][ri]), self.names_c),
            'country': D(f32(country[ri]), pa.array(COUNTRIES)),
            'horse': D(f32(hi), pa.array([horse_name(int(i)) for i in hu])),
            'jockey': D(f32(jockey), self.names_j),
            'trainer': D(f32(trainer), self.names_t),
            'number': pa.array(number.astype(np.int16)),
            'draw': pa.array(draw.astype(np.int16)),
            'position': pa.array(pos.astype(np.int16), mask=~fin),
            'outcome': D(f32(outcome), pa.array(OUTCOMES)),
            'sp': pa.array(sp, mask=sp_null),
            'tote': pa.array(tote, mask=~(first & paid[ri])),
            'tote_paid': pa.array(paid[ri]),
            'bsp': pa.array(bsp, mask=bsp_null),
        })

def blocks(w, rows=1_000_000):
    """Whole meetings, about `rows` runners each."""
    last = np.flatnonzero(np.diff(w.meeting, append=-1)) + 1            # race index just after each meeting
    cum = np.cumsum(w.size)
    r0 = 0
    while r0 < len(w.size):
        want = (cum[r0 - 1] if r0 else 0) + rows
        r = int(np.searchsorted(cum, want))
        i = min(int(np.searchsorted(last, r)), len(last) - 1)
        r1 = int(last[i])
        yield w.block(r0, r1)
        r0 = r1

class Output:
    """One file, or for Parquet with --part-rows files FILE-000, FILE-001 ... of about so many rows."""

    def __init__(self, path, part_rows):
        self.path, self.parts, self.rows, self.writer = path, 0, 0, None
        self.part_rows = part_rows if path.endswith('.parquet') else 0

    def open(self, schema):
        path = self.path
        if self.part_rows:
            stem, ending = path.rsplit('.', 1)
            path = f'{stem}-{self.parts:03d}.{ending}'
        self.parts += 1
        if path.endswith('.parquet'):
            return pq.ParquetWriter(path, schema, compression='zstd')
        return pacsv.CSVWriter(path, schema, write_options=pacsv.WriteOptions(quoting_style='none'))

    def write(self, t):
        if self.path.endswith('.csv'):
            t = t.cast(pa.schema([(f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type) for f in t.schema]))
        if self.part_rows and self.rows >= self.part_rows:
            self.close()
        self.writer = self.writer or self.open(t.schema)
        if self.path.endswith('.parquet'):
            self.writer.write_table(t, row_group_size=250_000)
        else:
            self.writer.write_table(t)
        self.rows += t.num_rows

    def close(self):
        self.writer.close()
        self.writer, self.rows = None, 0


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--runners', type=int, required=True)
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--out', required=True, action='append', help='FILE.parquet or FILE.csv; several get the same rows')
    ap.add_argument('--part-rows', type=int, default=0, help='start another Parquet file after so many rows')
    a = ap.parse_args()
    if a.runners < 4:
        ap.error('--runners must be at least 4')
    if not all(o.endswith(('.parquet', '.csv')) for o in a.out):
        ap.error('--out must end in .parquet or .csv')
    t0 = time.time()
    w = World(a.runners, np.random.default_rng(a.seed))
    outputs, rows = [Output(o, a.part_rows) for o in a.out], 0
    for t in blocks(w):
        for o in outputs:
            o.write(t)
        rows += t.num_rows
    for o in outputs:
        o.close()
    print(f'{", ".join(a.out)}: {rows} runners, {len(w.size)} races, {time.time() - t0:.1f} s')

if __name__ == '__main__':
    main()
