#!/usr/bin/env python3
"""Polars peer. In-memory frame, Enum columns for the names, two threads, sortedness flags and prefix sums where they help. See README.md."""
import sys
from peer_common import *
import polars as pl

version = lambda: pl.__version__
c = pl.col
NAMES = ['course', 'country', 'horse', 'jockey', 'trainer', 'outcome']


def load(path, columns=None):
    t = pl.read_parquet(path, columns=columns)
    t = t.with_columns([c(n).cast(pl.Enum(t[n].unique().drop_nulls().cast(pl.String).sort())) for n in NAMES if n in t.columns])
    if not t['race_id'].is_sorted():
        t = t.sort('race_id')
    return t.with_columns(c('race_id').set_sorted()).rechunk()


def count(t):
    return t.height


def rows(path):
    return pl.scan_parquet(path).select(pl.len()).collect().item()


def arrow(t, r):
    return r.to_arrow() if isinstance(r, pl.DataFrame) else r


def starters(t):
    return t.lazy().filter(c('outcome') != 'non_runner')


def w1(t):
    win = t.lazy().filter(c('position') == 1).select('race_id', 'jockey', 'sp')
    fix = (win.filter(~c('race_id').is_unique()).with_columns(k=pl.len().over('race_id'))
           .group_by('jockey').agg(d=(c('sp') / c('k') - c('sp')).sum()))
    g = starters(t).select('jockey', 'sp', w=(c('position') == 1).fill_null(False)).group_by('jockey').agg(
        runs=pl.len(), wins=c('w').sum(), sp_bets=c('sp').count(), r=(c('sp') * c('w')).sum())
    return (g.join(fix, on='jockey', how='left').with_columns(sp_returned=c('r') + c('d').fill_null(0))
            .with_columns(sp_roi=pl.when(c('sp_bets') > 0).then(c('sp_returned') / c('sp_bets') - 1), jockey=c('jockey').cast(pl.String))
            .drop('r', 'd').collect())


def prepare(t):
    """One row per starter in order of date, race number, race, runner number, with everything a report adds up."""
    st = (starters(t).select('jockey', 'trainer', 'date', 'race_id', 'race_no', 'number', 'country', 'position', 'outcome', 'sp', 'tote',
                             'tote_paid', 'bsp').with_columns(ri=c('race_id').rle_id()).collect())
    n, f = c('n'), c('f')
    rf = (st.lazy().select(c('ri').set_sorted(), 'position', inv=1 / c('sp'), country='country')
          .group_by('ri', maintain_order=True)
          .agg(n=pl.len().cast(pl.Int32), f=c('position').count().cast(pl.Int32), t=(c('position') == 1).sum().cast(pl.Int32),
               s=c('inv').sum(), ps=c('position').cast(pl.Int32).sum(), pm=c('position').max(), country=c('country').first())
          .with_columns(tied=((c('ps') != f * (f + 1) // 2) | (c('pm') != f)).fill_null(False),
                        k=pl.when(c('country') == 'HK').then(pl.when(n >= 7).then(3).when(n >= 4).then(2).otherwise(0))
                        .when(c('country').cast(pl.String).is_in(['AU', 'JP', 'FR']))
                        .then(pl.when(n >= 8).then(3).when(n >= pl.when(c('country') == 'FR').then(4).otherwise(5)).then(2).otherwise(0))
                        .when(c('country') == 'US').then(3)
                        .when(n <= 4).then(1).when(n <= 7).then(2).otherwise(3))
          .select('n', 'f', 't', 's', 'tied', 'k').collect())
    ri = st['ri']
    st = st.hstack([rf[x].gather(ri) for x in rf.columns])
    tie = (st.lazy().with_row_index('i').filter(c('tied') & c('position').is_not_null()).select('i', 'ri', 'position')
           .with_columns(midrank=c('position').rank('average').over('ri')).select('i', 'midrank').collect())
    st = st.lazy().with_row_index('i').join(tie.lazy(), on='i', how='left', maintain_order='left')
    win = (c('position') == 1).fill_null(False)
    rank = pl.when(c('position').is_null()).then((f + 1 + n) / 2).otherwise(pl.coalesce('midrank', 'position'))
    b = (st.select('date', 'race_id', j=c('jockey').to_physical().cast(pl.Int64), t_=c('trainer').to_physical().cast(pl.Int64),
                   ord=(c('date').to_physical().cast(pl.Int64) * (1 << 44) + c('race_no').cast(pl.Int64) * (1 << 37)
                        + c('race_id') * 64 + c('number').cast(pl.Int64)),
                   sp='sp', bsp='bsp', win=win, placed=(c('position') <= c('k')).fill_null(False),
                   sp_p=pl.when(win).then(c('sp') / c('t')).otherwise(0.0 * c('sp')) - 1,
                   tote_p=pl.when('tote_paid').then(c('tote').fill_null(0) - 1),
                   bsp_p=pl.when(win).then(c('bsp') / c('t')).otherwise(0.0 * c('bsp')) - 1,
                   p=1 / c('sp') / c('s'),
                   share=pl.when(win & c('sp').is_not_null()).then(1 / c('t')).otherwise(0.0),
                   prb=pl.when(n > 1).then((n - rank) / (n - 1)),
                   fc=pl.when(c('position') < 10).then(c('position').cast(pl.String)).when(c('position').is_not_null()).then(pl.lit('0'))
                   .otherwise(c('outcome').cast(pl.String).replace_strict(FORM, default=None)))
         .sort('ord').drop('ord').collect())
    return b


def wilson(sign):
    p, n = c('wins') / c('runs'), c('runs')
    return (p + Z * Z / (2 * n) + sign * Z * (p * (1 - p) / n + Z * Z / (4 * n * n)).sqrt()) / (1 + Z * Z / n)


def one(t, b, dims):
    import datetime as dt
    D = t['date'].max() + dt.timedelta(1); first = t['date'].min()
    los = [first if d is None else D - dt.timedelta(d) for _, d in WINDOWS]
    code = {'jockey': c('j') * 65536, 'trainer': c('t_')}
    key = sum((code[d] for d in dims), pl.lit(0, dtype=pl.Int64))
    x = pl.concat([(b.lazy() if d is None else b.lazy().filter(c('date') >= lo)).with_columns(key=key + (i << 40))
                   for i, ((w, d), lo) in enumerate(zip(WINDOWS, los))])
    x = x.drop('j', 't_').sort('key', maintain_order=True).with_columns(c('key').set_sorted()).collect()
    # a cluster is the bets of one row in one race; nearly all hold one runner, the others are found next to each other
    same = ((c('key') == c('key').shift(1)) & (c('race_id') == c('race_id').shift(1))).fill_null(False)
    x = x.with_columns(same=same).with_columns(multi=c('same') | c('same').shift(-1, fill_value=False))
    net = {'sp': c('sp_p'), 'tote': c('tote_p'), 'bsp': c('bsp_p') - RATE * pl.max_horizontal(c('bsp_p'), pl.lit(0.0))}
    net['bsp'] = pl.when(c('bsp_p').is_not_null()).then(net['bsp'])
    one_ = ~c('multi')
    age = (pl.lit(D) - c('date')).dt.total_days()
    f = pl.when(age <= 365).then(pl.lit(0.5).pow(age / 30))
    xl = x.lazy().with_columns(f=f, **{f'{q}_n': pl.when(one_).then(net[q]) for q in BASES})
    g = xl.group_by('key', maintain_order=True).agg(
        runs=pl.len().cast(pl.Int64), wins=c('win').sum().cast(pl.Int64), places=c('placed').sum().cast(pl.Int64),
        expected_wins=c('p').sum(), sh=c('share').sum(), prb=c('prb').mean(), last_run=c('date').last(),
        recent_form=c('fc').tail(6).str.join(''),
        fs=(c('prb') * c('f')).sum(), fw=pl.when(c('prb').is_not_null()).then(c('f')).sum(),
        **{f'{q}_odds': c(q).sum() for q in ('sp', 'bsp')}, **{f'{q}_squares': (c(q) * c(q)).sum() for q in ('sp', 'bsp')},
        **{f'{q}_bets': c(f'{q}_p').count().cast(pl.Int64) for q in BASES},
        **{f'{q}_profit': c(f'{q}_n').sum() for q in BASES}, **{f'{q}_nn': (c(f'{q}_n') * c(f'{q}_n')).sum() for q in BASES},
        **{f'{q}_one': c(f'{q}_n').count().cast(pl.Int64) for q in BASES}).collect()
    m = x.lazy().filter('multi').with_columns(cid=(~c('same')).cum_sum()).group_by('cid').agg(
        c('key').first(), **{f'{q}_m': c(f'{q}_p').count().cast(pl.Int64) for q in BASES}, **{f'{q}_n': c(f'{q}_p').sum() for q in BASES})
    m = m.with_columns(bsp_n=c('bsp_n') - RATE * pl.max_horizontal(c('bsp_n'), pl.lit(0.0)))
    m = m.group_by('key').agg(**{f'{q}_n2': c(f'{q}_n').sum() for q in BASES}, **{f'{q}_nn2': (c(f'{q}_n') ** 2).sum() for q in BASES},
                              **{f'{q}_mn2': (c(f'{q}_m') * c(f'{q}_n')).sum() for q in BASES},
                              **{f'{q}_mm2': (c(f'{q}_m') ** 2).sum() for q in BASES})
    # sequences: only winners matter; a peak is after a win, a trough just before one
    ends = g.lazy().select('key', off=c('runs').cum_sum() - c('runs'), pb=c('sp_bets').cum_sum() - c('sp_bets'))
    v = (x.lazy().select('key', 'win', 'sp_p', rn=pl.int_range(1, pl.len() + 1, dtype=pl.Int64), nb=c('sp_p').is_not_null().cast(pl.Int64).cum_sum())
         .filter('win').join(ends, on='key', how='left', maintain_order='left')
         .with_columns(rn=c('rn') - c('off'), nb=c('nb') - c('pb'), isb=c('sp_p').is_not_null().cast(pl.Int64), ret=(c('sp_p') + 1).fill_null(0.0))
         .with_columns(c('key').set_sorted())
         .with_columns(gap=c('rn') - c('rn').shift(1).over('key').fill_null(0) - 1, cum=c('ret').cum_sum().over('key') - c('nb'))
         .with_columns(peak=pl.max_horizontal(c('cum').cum_max().shift(1).over('key').fill_null(0.0), pl.lit(0.0)))
         .group_by('key').agg(gap=c('gap').max(), last_win=c('rn').max(), fall=(c('peak') - (c('cum') - c('ret') + c('isb'))).max(),
                              top=c('cum').max(), cum_last=c('cum').last(), nb_last=c('nb').last()))
    r = (g.lazy().join(m, on='key', how='left').join(v, on='key', how='left')
         .with_columns(w=c('key') // (1 << 40), last_win=c('last_win').fill_null(0))
         .with_columns(**{f'{q}_profit': c(f'{q}_profit') + c(f'{q}_n2').fill_null(0) for q in BASES},
                       **{f'{q}_nn': c(f'{q}_nn') + c(f'{q}_nn2').fill_null(0) for q in BASES},
                       **{f'{q}_mm': c(f'{q}_one') + c(f'{q}_mm2').fill_null(0) for q in BASES},
                       **{f'{q}_mn': c(f'{q}_profit') + c(f'{q}_mn2').fill_null(0) for q in BASES},
                       cur=c('runs') - c('last_win'),
                       end=c('cum_last').fill_null(0) + c('nb_last').fill_null(0) - c('sp_bets')))
    has = lambda q, e: pl.when(c(f'{q}_bets') > 0).then(e)
    roi = lambda q: c(f'{q}_profit') / c(f'{q}_bets')
    mean = c('tote_bets') / c('sp_bets')
    odds = {'sp': c('sp_odds'), 'tote': c('sp_odds') * mean, 'bsp': RATE * c('bsp_bets') + (1 - RATE) * c('bsp_odds')}
    squares = {'sp': c('sp_squares'), 'tote': c('sp_squares') * mean,
               'bsp': RATE ** 2 * c('bsp_bets') + 2 * RATE * (1 - RATE) * c('bsp_odds') + (1 - RATE) ** 2 * c('bsp_squares')}
    cols = {}
    for q in BASES:
        cols |= {f'{q}_bets': c(f'{q}_bets'), f'{q}_returned': has(q, c(f'{q}_profit') + c(f'{q}_bets')), f'{q}_profit': has(q, c(f'{q}_profit')),
                 f'{q}_roi': has(q, roi(q)), f'{q}_odds': odds[q], f'{q}_squares': squares[q], f'{q}_race_bets': c(f'{q}_mm'),
                 f'{q}_race_returns': c(f'{q}_nn') + 2 * c(f'{q}_mn') + c(f'{q}_mm')}
    name = {}
    for d, col, div in (('jockey', 'jockey', 65536), ('trainer', 'trainer', 1)):
        if d in dims:
            k = (c('key') % (1 << 40)) // 65536 if d == 'jockey' else c('key') % 65536
            cats = t.lazy().select(n=c(col)).unique().select(i=c('n').to_physical().cast(pl.Int64), **{d: c('n').cast(pl.String)})
            r = r.with_columns(i=k).join(cats, on='i', how='left').drop('i')
    win_name = [w for w, _ in WINDOWS]
    r = (r.sort('w', c('runs') * -1, *dims).select(
        *dims, window=c('w').replace_strict(list(range(5)), win_name), **{'from': c('w').replace_strict(list(range(5)), [str(l) for l in los]),
        'to': pl.lit(str(D - dt.timedelta(1)))}, runs='runs', wins='wins', places='places', win_rate=c('wins') / c('runs'),
        win_rate_low=pl.when(c('wins') == 0).then(0.0).otherwise(wilson(-1)), win_rate_high=pl.when(c('wins') == c('runs')).then(1.0).otherwise(wilson(1)),
        place_rate=c('places') / c('runs'), **cols, expected_wins=has('sp', c('expected_wins')), ae=has('sp', c('sh') / c('expected_wins')),
        iv=c('wins') / c('runs') / (c('wins').sum().over('w') / c('runs').sum().over('w')), prb='prb',
        longest_losing_run=pl.max_horizontal(c('gap').fill_null(0), 'cur'), current_losing_run='cur',
        max_drawdown=has('sp', pl.max_horizontal(c('fall').fill_null(0.0), pl.max_horizontal(c('top').fill_null(0.0), pl.lit(0.0)) - c('end'), pl.lit(0.0))),
        recent_form='recent_form', form_score=pl.when(c('fw') > 0).then(c('fs') / c('fw')), last_run=c('last_run').cast(pl.String))
         .collect())
    return with_intervals(r, dims)


def reports(t, dims):
    b = prepare(t)
    return [one(t, b, d) for d in dims]


def report(t, dims):
    r = reports(t, [dims])[0]
    return r.to_arrow()


def w4(t):
    """Daily sums per person and running totals; the left edge of each window is an ASOF join on person x day."""
    dh = (t.lazy().filter(c('position') == 1).select('race_id').filter(~c('race_id').is_unique()).group_by('race_id').agg(k=pl.len()))
    st = (starters(t).select('race_id', 'number', 'sp', win=(c('position') == 1).fill_null(False),
                             d=c('date').to_physical().cast(pl.Int64), jockey=c('jockey').to_physical().cast(pl.Int64),
                             trainer=c('trainer').to_physical().cast(pl.Int64)).collect())
    fix = (st.lazy().with_row_index('i').filter('win').join(dh, on='race_id', how='left')
           .select('i', ret=c('sp') / c('k').fill_null(1)))
    st = (st.lazy().with_row_index('i').join(fix, on='i', how='left', maintain_order='left').drop('i').collect())
    out = [st['race_id'], st['number']]
    for e in ('jockey', 'trainer'):
        key = st.select(k=c(e) * 1_000_000 + c('d'))['k']
        daily = (st.lazy().select('sp', 'win', 'ret', k=key).group_by('k')
                 .agg(runs=pl.len().cast(pl.Int32), wins=c('win').sum().cast(pl.Int32), bets=c('sp').count().cast(pl.Int32), ret=c('ret').sum())
                 .sort('k').with_columns([(c(n).cum_sum() - c(n)) for n in ('runs', 'wins', 'bets')] + [c('ret').cum_sum() - c('ret')]).collect())
        daily = daily.with_columns(c('k').set_sorted())
        f = []
        for days in (14, 30, 90, 365):
            left = (daily.lazy().select(kk=c('k') - days).set_sorted('kk')
                    .join_asof(daily.lazy(), left_on='kk', right_on='k', strategy='forward').collect())
            f.append(daily.select(
                runs=c('runs') - left['runs'], wins=c('wins') - left['wins'], bets=c('bets') - left['bets'], ret=c('ret') - left['ret'])
                .select(**{f'{e}_runs_{days}': c('runs'), f'{e}_wins_{days}': c('wins'),
                           f'{e}_win_rate_{days}': pl.when(c('runs') > 0).then(c('wins') / c('runs')),
                           f'{e}_sp_roi_{days}': pl.when(c('bets') > 0).then(c('ret') / c('bets') - 1)}))
        f = pl.concat(f, how='horizontal')
        at = (pl.LazyFrame({'k': key}).join(daily.lazy().select('k').with_row_index('at'), on='k', how='left', maintain_order='left')
              .collect()['at'])
        out += f.select(pl.all().gather(at)).get_columns()
    return pl.DataFrame(out)


SCHEMA = {'race_id': pl.Int64, 'date': pl.Date, 'race_no': pl.Int16, 'course': pl.String, 'country': pl.String, 'horse': pl.String,
          'jockey': pl.String, 'trainer': pl.String, 'number': pl.Int16, 'draw': pl.Int16, 'position': pl.Int16, 'outcome': pl.String,
          'sp': pl.Float64, 'tote': pl.Float64, 'tote_paid': pl.Boolean, 'bsp': pl.Float64}


def w5(path):
    return pl.read_csv(path, schema=SCHEMA)


def w5_stored(path):
    """The same columns out of another program's Parquet file."""
    t = pl.read_parquet(path, columns=list(SCHEMA))
    return t.select([c(n).cast(t_) for n, t_ in SCHEMA.items()])


def w5_check(t):
    import pyarrow as pa
    num = ['race_id', 'race_no', 'number', 'draw', 'position', 'sp', 'tote', 'bsp']
    txt = ['date', 'course', 'country', 'horse', 'jockey', 'trainer', 'outcome', 'tote_paid']
    a = t.lazy().select([c(n).count() for n in num + txt]).collect().row(0)
    s = t.lazy().select([c(n).cast(pl.Float64).sum() for n in num] + [c(n).n_unique() for n in txt]).collect().row(0)
    return t.height, [pa.table({'column': num + txt, 'filled': list(a), 'value': [float(v) for v in s]})]


W9_KEYS = ['course', 'jockey', 'trainer', 'number', 'draw', 'race_no', 'weekday']
W9_RUNS, W9_TOP, W9_SEED = 100, 50, 1
DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']


def w9(t):
    """The best angles of all combinations of up to three keys; the best of one redrawn season is found, too, and not compared."""
    import itertools
    import numpy as np
    win = (c('position') == 1).fill_null(False)
    st = (starters(t).select('race_id', *[k for k in W9_KEYS if k != 'weekday'], 'position', 'sp',
                             weekday=c('date').dt.weekday().cast(pl.Int8))
          .with_columns(ri=c('race_id').rle_id(), win=win, inv=1 / c('sp'))
          .with_columns(s=c('inv').sum().over('ri'), firsts=c('win').sum().over('ri'),
                        priced=(c('win') & c('sp').is_not_null()).sum().over('ri'))
          .filter((c('firsts') > 0) & (c('priced') == c('firsts')) & c('sp').is_not_null())
          .with_columns(r=c('ri').rle_id(), n=(1e9 * c('inv') / c('s')).round().cast(pl.Int64),
                        share=pl.when('win').then(1 / c('firsts')).otherwise(0.0)).collect())
    total = st.lazy().group_by('r', maintain_order=True).agg(c('n').sum()).collect()['n'].to_numpy()
    drawn = (np.random.default_rng(W9_SEED).random(len(total)) * total).astype(np.int64)
    st = (st.with_columns(draw_=pl.Series(drawn).gather(st['r']))
          .with_columns(end=c('n').cum_sum().over('r'), p=c('n') / 1e9)
          .with_columns(x=((c('end') > c('draw_')) & (c('end') - c('n') <= c('draw_'))).cast(pl.Float64)))
    st = st.lazy().select('r', *W9_KEYS, 'p', 'share', 'x').collect().lazy()
    best, redrawn = [], float('-inf')
    for depth in (1, 2, 3):
        for keys in itertools.combinations(W9_KEYS, depth):
            have = pl.all_horizontal([c(k).is_not_null() for k in keys])
            if {'jockey', 'number', 'draw'} & set(keys):      # at most one runner of a race
                races = st.filter(have).with_columns(runs=pl.lit(1, dtype=pl.Int64))
            else:
                races = (st.filter(have).group_by('r', *keys).agg(runs=pl.len().cast(pl.Int64), p=c('p').sum(), share=c('share').sum(), x=c('x').sum()))
            g = (races.group_by(keys).agg(runs=c('runs').sum(), e=c('p').sum(), w=c('share').sum(), x=c('x').sum(),
                                          v=(c('p') * (1 - c('p')).clip(0)).sum())
                 .filter((c('runs') >= W9_RUNS) & (c('v') > 1e-6))
                 .with_columns(ae_z=(c('w') - c('e')) / c('v').sqrt(), z=(c('x') - c('e')) / c('v').sqrt()).collect())
            if g.height:
                redrawn = max(redrawn, g['z'].max())
                top = g.top_k(W9_TOP, by='ae_z')
                best.append(top.select(angle=w9_angle(keys), ae_z='ae_z'))
    return pl.concat(best).top_k(W9_TOP, by='ae_z')


def w9_angle(keys):
    """The values of an angle's keys as one text."""
    text = lambda k: (c(k).replace_strict(list(range(1, 8)), DAYS, return_dtype=pl.String) if k == 'weekday' else c(k).cast(pl.String))
    return pl.concat_str([pl.concat_str([pl.lit(k + '='), text(k)]) for k in keys], separator=',')


def w9_stored(path):
    """The same columns out of search.csv."""
    t = pl.read_csv(path, infer_schema=False)
    parts = [pl.concat_str([pl.lit(k + '='), c(k)]) for k in W9_KEYS]
    return t.select(angle=pl.concat_str(parts, separator=',', ignore_nulls=True), ae_z=c('ae_z').cast(pl.Float64))


if __name__ == '__main__':
    main('polars', sys.modules['__main__'])
