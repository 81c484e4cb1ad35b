"""Shared by duckdb_peer.py and polars_peer.py: options, timing, memory, checksums and the comparison of two answers."""
import argparse, hashlib, json, os, resource, subprocess, sys, tempfile, time

THREADS = 2
os.environ.setdefault('POLARS_MAX_THREADS', str(THREADS))
WINDOWS = [('14d', 14), ('30d', 30), ('90d', 90), ('365d', 365), ('all', None)]
WORKLOADS = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W9']
Z = 1.959963984540054
RATE = 0.05
BASES = ('sp', 'tote', 'bsp')
DIMS = {'W2': [('jockey',)], 'W3': [('jockey',), ('trainer',), ('jockey', 'trainer')]}
COLUMNS = (['window', 'from', 'to', 'runs', 'wins', 'places', 'win_rate', 'win_rate_low', 'win_rate_high', 'place_rate']
           + [f'{b}_{c}' for b in BASES for c in ('bets', 'returned', 'profit', 'roi', 'roi_low', 'roi_high')]
           + ['expected_wins', 'ae', 'iv', 'prb', 'longest_losing_run', 'current_losing_run', 'max_drawdown', 'recent_form',
              'form_score', 'last_run'])
NEEDED = ['race_id', 'date', 'race_no', 'country', 'jockey', 'trainer', 'number', 'position', 'outcome', 'sp', 'tote', 'tote_paid', 'bsp']
DEC4 = {f'{b}_{c}' for b in BASES for c in ('returned', 'profit')} | {'expected_wins', 'max_drawdown'}
INTS = {'runs', 'wins', 'places', 'longest_losing_run', 'current_losing_run'} | {f'{b}_bets' for b in BASES}
TEXT = {'window', 'from', 'to', 'recent_form', 'last_run'}
FORM = {'pulled_up': 'P', 'fell': 'F', 'unseated': 'U', 'brought_down': 'B', 'refused': 'R', 'ran_out': 'O', 'slipped_up': 'S',
        'carried_out': 'C', 'disqualified': 'D', 'did_not_finish': '-'}


def with_intervals(t, dims):
    """A report (of pyarrow or Polars) whose sums for the intervals of returns have become these; its columns in the reports' order."""
    from return_interval import interval
    number = lambda name: t[name].to_numpy()
    for b in BASES:
        low, high = interval(*[number(f'{b}_{c}') for c in ('bets', 'returned', 'odds', 'squares', 'race_bets', 'race_returns')])
        for name, end in ((f'{b}_roi_low', low), (f'{b}_roi_high', high)):
            if hasattr(t, 'append_column'):
                import pyarrow as pa
                t = t.append_column(name, pa.array(end, from_pandas=True))
            else:
                import polars as pl
                t = t.with_columns(pl.Series(name, end, nan_to_null=True))
    return t.select([*dims, *COLUMNS])


def rss_mb():
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def checksum(tables):
    """tables: list of pyarrow tables. Row counts, sums of integer columns (exact), sums of real columns (five figures)."""
    import pyarrow as pa, pyarrow.compute as pc
    parts = []
    for t in tables:
        parts.append(str(t.num_rows))
        for name in sorted(t.column_names):
            c = t[name]
            if pa.types.is_integer(c.type):
                parts.append(f'{name}={pc.sum(c.cast(pa.int64())).as_py()}')
            elif pa.types.is_floating(c.type):
                s = pc.sum(c).as_py()
                parts.append(f'{name}={0.0 if s is None else s:.4e}')
            elif pa.types.is_boolean(c.type):
                parts.append(f'{name}={pc.sum(c).as_py()}')
    return hashlib.md5('|'.join(parts).encode()).hexdigest()[:12]


def printed(column):
    """What a printed cell may differ by from the real: 1e-6 and half a unit of its last decimal."""
    return 1e-6 + (.5e-4 if column in DEC4 else .5e-6)


def differences(a, b, keys, tol=1e-6, limit=5):
    """Cell by cell, after sorting by keys. Integers and texts equal; reals within tol (a number, or one by column) plus 1e-9 relative."""
    import numpy as np, pyarrow as pa
    out = []
    if a.num_rows != b.num_rows:
        return [f'{a.num_rows} and {b.num_rows} rows']
    if set(a.column_names) != set(b.column_names):
        return [f'columns {sorted(set(a.column_names) ^ set(b.column_names))}']
    text = lambda t: pa.table({n: (t[n].cast(pa.string()) if not (pa.types.is_integer(t[n].type) or pa.types.is_floating(t[n].type)
                                   or pa.types.is_boolean(t[n].type)) else t[n]) for n in t.column_names})
    a, b = text(a), text(b)
    a = a.sort_by([(k, 'ascending') for k in keys]); b = b.sort_by([(k, 'ascending') for k in keys])
    for n in a.column_names:
        x, y = a[n].combine_chunks(), b[n].combine_chunks()
        if pa.types.is_floating(x.type) or pa.types.is_floating(y.type):
            xv = x.cast(pa.float64()).to_numpy(zero_copy_only=False); yv = y.cast(pa.float64()).to_numpy(zero_copy_only=False)
            xn, yn = np.isnan(xv), np.isnan(yv)
            # A printed ae rests on probabilities rounded to 1e-9 each, of 0.001 at least.
            relative = 5e-7 if n == 'ae' and callable(tol) else 1e-9
            bad = (xn != yn) | (~xn & ~yn & (np.abs(xv - yv) > (tol(n) if callable(tol) else tol) + relative * np.abs(xv)))
        elif pa.types.is_integer(x.type):
            xv, yv = (v.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False) for v in (x, y))
            bad = xv != yv
        else:
            if x.equals(y.cast(x.type)):
                continue
            xv = np.array(x.to_pylist(), dtype=object); yv = np.array(y.to_pylist(), dtype=object)
            bad = np.array([p != q for p, q in zip(xv, yv)])
        if bad.any():
            i = int(np.flatnonzero(bad)[0])
            out.append(f'{n}: {int(bad.sum())} cells, e.g. {[a[k][i].as_py() for k in keys]} {xv[i]} {yv[i]}')
    return out[:limit]


def write_report(table, dims, path):
    """A pyarrow report table (already ordered) as CSV in the format of REPORTS.md."""
    cols = [table[c].to_pylist() for c in list(dims) + COLUMNS]
    fmt = []
    for c in list(dims) + COLUMNS:
        if c in dims or c in TEXT:
            fmt.append(lambda v: '' if v is None else ('"' + v.replace('"', '""') + '"' if any(q in v for q in ',"\r\n') else v)
                       if isinstance(v, str) else str(v))
        elif c in INTS:
            fmt.append(lambda v: '' if v is None else str(int(v)))
        else:
            def real(v, d=4 if c in DEC4 else 6):
                if v is None or v != v:
                    return ''
                s = f'{v:.{d}f}'
                return s[1:] if s[0] == '-' and not s.strip('-0.') else s
            fmt.append(real)
    with open(path, 'w', encoding='utf-8', newline='') as f:
        f.write(','.join(list(dims) + COLUMNS) + '\n')
        for row in zip(*cols):
            f.write(','.join([g(v) for g, v in zip(fmt, row)]) + '\n')


W1_COLUMNS = ['race_id', 'jockey', 'position', 'outcome', 'sp']
KEYS = {'W1': [('jockey',)], 'W2': [('jockey', 'window')], 'W3': [d + ('window',) for d in DIMS['W3']],
        'W4': [('race_id', 'number')], 'W9': [('angle',)], 'W5': [('column',)], 'W6': [('jockey', 'window')]}


def read_answer(path):
    """A table that another program wrote: Parquet, or CSV with names as texts and empty cells as nulls."""
    import pyarrow as pa, pyarrow.csv as pacsv, pyarrow.parquet as pq
    if path.endswith('.parquet'):
        t = pq.read_table(path)
        if 'race_id' in t.column_names:                   # a text in our store
            i = t.column_names.index('race_id')
            t = t.set_column(i, 'race_id', t['race_id'].cast(pa.int64()))
        return t
    texts = {n: pa.string() for n in ['jockey', 'trainer', *TEXT]}
    return pacsv.read_csv(path, convert_options=pacsv.ConvertOptions(column_types=texts))


class Served:
    """One workload in a process that is asked for one run at a time: what bench alternates with its own side."""

    def __init__(self, engine, module, a):
        self.module, self.a, self.w, self.answer, self.peak = module, a, a.serve, None, None
        self.ctx, self.tmp = None, tempfile.mkdtemp()
        self.cold = os.path.join(self.tmp, 'jockey.csv')
        if self.w in ('W1', 'W2', 'W3', 'W4', 'W9'):
            self.ctx = module.load(a.data, W1_COLUMNS if self.w == 'W1' else None)
        self.say(ready=True, engine=f'{engine} {module.version()}')

    def say(self, **line):
        print(json.dumps(line), flush=True)

    def work(self):
        m = self.module
        if self.w == 'W6':
            subprocess.run([sys.executable, os.path.abspath(sys.argv[0]), '--data', self.a.data, '--cold', self.cold], check=True)
            return None
        return {'W1': lambda: m.w1(self.ctx), 'W2': lambda: [m.report(self.ctx, d) for d in DIMS['W2']],
                'W3': lambda: m.reports(self.ctx, DIMS['W3']), 'W4': lambda: m.w4(self.ctx), 'W5': lambda: m.w5(self.a.csv),
                'W9': lambda: m.w9(self.ctx)}[self.w]()

    def run(self):
        self.answer = None
        if self.ctx is not None and hasattr(self.module, 'forget'):
            self.module.forget(self.ctx)
        start = time.perf_counter()
        self.answer = self.work()
        seconds = time.perf_counter() - start
        self.peak = self.peak or rss_mb()                 # of a first run, as that of our own side
        self.say(seconds=seconds)

    def memory(self):
        peak = int(open(self.cold + '.rss').read()) if self.w == 'W6' else self.peak or rss_mb()
        self.say(peakBytes=peak << 20)

    def tables(self):
        if self.w == 'W5':
            return self.module.w5_check(self.answer)[1]
        if self.w == 'W6':
            return [read_answer(self.cold)]
        return [self.module.arrow(self.ctx, t) for t in (self.answer if isinstance(self.answer, list) else [self.answer])]

    def compare(self, path):
        """path: a file, or a folder with one per table."""
        files = {'W2': ['jockey.csv'], 'W6': ['jockey.csv'], 'W3': ['-'.join(d) + '.csv' for d in DIMS['W3']]}.get(self.w)
        paths = [os.path.join(path, f) for f in files] if files else [path]
        if self.w == 'W5':
            theirs = self.module.w5_check(self.module.w5_stored(path))[1]
        elif self.w == 'W9':
            theirs = [self.module.w9_stored(os.path.join(path, 'search.csv')).to_arrow()]
        else:
            theirs = [read_answer(p) for p in paths]
        tol = {'W9': printed, 'W2': printed, 'W3': printed, 'W6': lambda n: 2 * printed(n)}.get(self.w, 1e-6)
        bad = [m for x, y, k in zip(theirs, self.tables(), KEYS[self.w]) for m in differences(x, y, k, tol)]
        self.say(differences=bad, rows=sum(t.num_rows for t in theirs))

    def serve(self):
        for line in sys.stdin:
            command, _, argument = line.strip().partition(' ')
            try:
                {'run': self.run, 'memory': self.memory, 'compare': lambda: self.compare(argument)}[command]()
            except Exception as e:
                self.say(error=f'{type(e).__name__}: {e}')


def main(engine, module):
    """module: load(path) -> ctx, w1(ctx), report(ctx, dims), w4(ctx), w5(csv), arrow(result)"""
    ap = argparse.ArgumentParser(description=f'{engine} peer; see README.md for the workloads')
    ap.add_argument('--data', help='FILE.parquet of make_runners.py (W1 W2 W3 W4 W6)')
    ap.add_argument('--csv', help='the same rows as FILE.csv (W5)')
    ap.add_argument('--workloads', default='W1,W2,W3,W4,W5,W6')
    ap.add_argument('--runs', type=int, default=5)
    ap.add_argument('--verify', action='store_true', help='also run the other engine once and compare the answers cell by cell')
    ap.add_argument('--report', metavar='DIR', help='write jockey.csv, trainer.csv, jockey-trainer.csv and stop')
    ap.add_argument('--serve', metavar='W', choices=WORKLOADS, help='load, then do what standard input asks: run, memory, compare FILE')
    ap.add_argument('--cold', metavar='OUT.csv', help=argparse.SUPPRESS)
    ap.add_argument('--child', action='store_true', help=argparse.SUPPRESS)
    a = ap.parse_args()
    if a.serve:
        Served(engine, module, a).serve()
        return
    if a.cold:
        ctx = module.load(a.data, NEEDED)
        write_report(module.report(ctx, ('jockey',)), ('jockey',), a.cold)
        with open(a.cold + '.rss', 'w') as f:
            f.write(str(rss_mb()))
        return
    if a.report:
        os.makedirs(a.report, exist_ok=True)
        ctx = module.load(a.data)
        for d in DIMS['W3']:
            write_report(module.report(ctx, d), d, os.path.join(a.report, '-'.join(d) + '.csv'))
        return
    names = a.workloads.split(',')
    if not a.child:                                   # one fresh process per workload, so that peak memory means something
        status = 0
        for w in names:
            if w not in WORKLOADS:
                sys.exit(f'unknown workload {w}')
            cmd = [sys.executable, os.path.abspath(sys.argv[0]), '--child', '--workloads', w, '--runs', str(a.runs)]
            for o in ('data', 'csv'):
                if getattr(a, o):
                    cmd += ['--' + o, getattr(a, o)]
            status |= subprocess.run(cmd + (['--verify'] if a.verify else [])).returncode
        sys.exit(status)
    w = names[0]
    if (w == 'W5' and not a.csv) or (w != 'W5' and not a.data):
        sys.exit(f'{w} needs --{"csv" if w == "W5" else "data"}')
    child_rss = 0
    if w == 'W6':
        tmp = tempfile.mkdtemp(); out = os.path.join(tmp, 'jockey.csv')
        def run():
            subprocess.run([sys.executable, os.path.abspath(sys.argv[0]), '--data', a.data, '--cold', out], check=True)
    elif w == 'W5':
        run = lambda: module.w5(a.csv)
    else:
        ctx = module.load(a.data)
        run = {'W1': lambda: module.w1(ctx), 'W2': lambda: [module.report(ctx, d) for d in DIMS['W2']],
               'W3': lambda: module.reports(ctx, DIMS['W3']), 'W4': lambda: module.w4(ctx), 'W9': lambda: module.w9(ctx)}[w]
    times, res = [], None
    for i in range(a.runs + 1):                       # the first run warms up and is not counted
        res = None
        t0 = time.perf_counter(); res = run(); dt = time.perf_counter() - t0
        if i:
            times.append(dt)
    times.sort()
    peak = rss_mb()
    if w == 'W6':
        import pyarrow.csv as pacsv
        peak = int(open(out + '.rss').read()); tables = [pacsv.read_csv(out)]; rows = module.rows(a.data)
    elif w == 'W5':
        rows, tables = module.w5_check(res)
    else:
        rows = module.count(ctx); tables = res if isinstance(res, list) else [res]
        tables = [module.arrow(ctx, t) for t in tables]
    line = {'engine': f'{engine} {module.version()}', 'workload': w, 'rows': rows, 'median_s': round(times[len(times) // 2], 4),
            'min_s': round(times[0], 4), 'peak_rss_mb': peak, 'checksum': checksum(tables)}
    status = 0
    if a.verify and w != 'W9':
        import importlib
        other = importlib.import_module({'duckdb': 'polars_peer', 'polars': 'duckdb_peer'}[engine])
        if w == 'W6':
            o2 = os.path.join(tmp, 'other.csv')
            subprocess.run([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), other.__name__ + '.py'),
                            '--data', a.data, '--cold', o2], check=True)
            theirs = [pacsv.read_csv(o2)]
        elif w == 'W5':
            theirs = other.w5_check(other.w5(a.csv))[1]
        else:
            c2 = other.load(a.data)
            r2 = {'W1': lambda: other.w1(c2), 'W2': lambda: [other.report(c2, d) for d in DIMS['W2']],
                  'W3': lambda: other.reports(c2, DIMS['W3']), 'W4': lambda: other.w4(c2)}[w]()
            theirs = [other.arrow(c2, t) for t in (r2 if isinstance(r2, list) else [r2])]
        bad = [m for x, y, k in zip(tables, theirs, KEYS[w]) for m in differences(x, y, k, 1.1e-4 if w == 'W6' else 1e-6)]   # W6 compares printed files
        line['verified'] = not bad
        line['other_checksum'] = checksum(theirs)
        for m in bad:
            print(f'{w}: {m}', file=sys.stderr)
        status = 1 if bad else 0
    print(json.dumps(line), flush=True)
    sys.exit(status)
