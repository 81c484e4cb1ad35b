#!/usr/bin/env python3
"""DuckDB peer. In-memory table, ENUM columns for the names, two threads. See README.md."""
import sys
from peer_common import *
import duckdb

version = lambda: duckdb.__version__


def ex(db, q):
    return db.execute(q).fetchall()


def connect():
    db = duckdb.connect()
    ex(db, f'set threads = {THREADS}')
    ex(db, 'set enable_progress_bar = false')
    return db


def load(path, columns=None):
    db = connect()
    columns = columns or ['race_id', 'date', 'race_no', 'course', 'country', 'horse', 'jockey', 'trainer', 'number', 'draw', 'position',
                          'outcome', 'sp', 'tote', 'tote_paid', 'bsp']
    names = [c for c in ('course', 'country', 'horse', 'jockey', 'trainer', 'outcome') if c in columns]
    for c in names:
        ex(db, f"create type {c}_t as enum (select distinct {c}::varchar from '{path}' where {c} is not null order by 1)")
    ex(db, 'create table t as select ' + ', '.join(
        f'{c}::{c}_t {c}' if c in names else c for c in columns) + f" from '{path}'")
    return db


def count(db):
    return ex(db, 'select count(*) from t')[0][0]


def rows(path):
    return ex(duckdb.connect(), f"select count(*) from '{path}'")[0][0]


def arrow(db, t):
    import pyarrow as pa
    if isinstance(t, str):
        t = db.sql(f"select * from {t}").to_arrow_table()
    return t


def forget(db):
    """Drops what the last run has left, before the clock is looked at."""
    for name, in ex(db, 'select table_name from duckdb_tables() where temporary'):
        ex(db, f'drop table {name}')


def w1(db):
    # dead heats for first are rare: their races are found among the winners only
    return db.sql("""
      with win as materialized (select race_id, jockey, sp from t where position = 1),
      dh as (select race_id, count(*) k from win group by race_id having count(*) > 1),
      fix as (select jockey, sum(sp / k - sp) d from win join dh using (race_id) group by jockey),
      g as (select jockey, count(*) runs, count(*) filter (position = 1) wins, count(sp) sp_bets,
                   coalesce(sum(sp) filter (position = 1), 0) r
            from t where outcome <> 'non_runner' group by jockey)
      select jockey::varchar jockey, runs, wins, sp_bets, r + coalesce(d, 0) sp_returned, sp_returned / nullif(sp_bets, 0) - 1 sp_roi
      from g left join fix using (jockey)""").to_arrow_table()


def prepare(db):
    """Facts of each race, then one row per starter with everything a report adds up."""
    ex(db, """
    create or replace temp table rf as
      select race_id, count(*)::int n, count(position)::int f, (count(*) filter (position = 1))::int t, sum(1 / sp) s,
             sum(position) <> count(position) * (count(position) + 1) // 2 or max(position) <> count(position) tied,
             case when any_value(country) = 'HK' then case when n >= 7 then 3 when n >= 4 then 2 else 0 end
                  when any_value(country) in ('AU', 'JP') then case when n >= 8 then 3 when n >= 5 then 2 else 0 end
                  when any_value(country) = 'FR' then case when n >= 8 then 3 when n >= 4 then 2 else 0 end
                  when any_value(country) = 'US' then 3
                  when n <= 4 then 1 when n <= 7 then 2 else 3 end k
      from t where outcome <> 'non_runner' group by race_id;
    create or replace temp table tie as
      select race_id, position, count(*) m, any_value(a) a from (
        select race_id, position, rank() over (partition by race_id order by position) - 1 a
        from t semi join (select race_id from rf where tied) using (race_id) where position is not null)
      group by race_id, position;
    """)
    ex(db, """
    create or replace temp table b as
      select jockey, trainer, date, race_id,
        ((date - date '1990-01-01')::bigint << 44) | (race_no::bigint << 37) | (race_id << 6) | number ord,
        position is not null and position = 1 win, coalesce(position <= k, false) placed, sp, bsp,
        case when sp is not null then case when win then sp / t else 0 end - 1 end sp_p,
        case when tote_paid then coalesce(tote, 0) - 1 end tote_p,
        case when bsp is not null then case when win then bsp / t else 0 end - 1 end bsp_p,
        1 / sp / s p, case when win and sp is not null then 1.0 / t else 0 end share,
        case when n > 1 then (n - case when position is null then (f + 1 + n) / 2.0 when r.tied then a + (m + 1) / 2.0
             else position end) / (n - 1) end prb,
        case when position is not null then case when position < 10 then position::varchar else '0' end
             else case outcome """ + ' '.join(f"when '{k}' then '{v}'" for k, v in FORM.items()) + """ end end fc
      from t join rf r using (race_id) left join tie using (race_id, position)
      where outcome <> 'non_runner'""")


def one(db, dims):
    """The report of one dimension from table b: x = the rows of every window, then aggregates, clusters and sequences."""
    D = ex(db, 'select max(date) + 1 from t')[0][0]
    first = ex(db, 'select min(date) from t')[0][0]
    e = ', '.join(dims)
    parts, wins = [], []
    for i, (w, days) in enumerate(WINDOWS):
        lo = f"date '{first}'" if days is None else f"(date '{D}' - {days})"
        parts.append(f'select {i}::utinyint w, {e}, * exclude (jockey, trainer) from b' + (f' where date >= {lo}' if days else ''))
        wins.append(f"({i}::utinyint, '{w}', {lo})")
    odds = {'sp': 'sp_odds', 'tote': 'sp_odds * tote_bets / sp_bets', 'bsp': f'{RATE} * bsp_bets + {1 - RATE} * bsp_odds'}
    squares = {'sp': 'sp_squares', 'tote': 'sp_squares * tote_bets / sp_bets',
               'bsp': f'{RATE * RATE} * bsp_bets + {2 * RATE * (1 - RATE)} * bsp_odds + {(1 - RATE) ** 2} * bsp_squares'}
    q = f"""
    with x as ({' union all '.join(parts)}),
    win(w, "window", lo) as (values {', '.join(wins)}),
    g as materialized (
      select w, {e}, count(*) runs, count(*) filter (win) wins, count(*) filter (placed) places, sum(sp) sp_odds, sum(sp * sp) sp_squares,
        sum(bsp) bsp_odds, sum(bsp * bsp) bsp_squares, sum(p) ew, sum(share) sh,
        avg(prb) prb, max(date) last_run, max_by(fc, ord, 6) form,
        sum(prb * f) / sum(case when prb is not null then f end) form_score
      from (select *, case when date >= date '{D}' - 365 then pow(0.5, (date '{D}' - date) / 30.0) end f from x) group by w, {e}),
    pop as (select w, sum(wins)::double / sum(runs) rate from g group by w),
    mu as materialized (select w, {e}, race_id from x group by w, {e}, race_id having count(*) > 1),   -- several runners in one race: few
    c1 as (
      select w, {e}, race_id, """ + ', '.join(f'count({b}_p) {b}_m, sum({b}_p) {b}_n' for b in BASES) + f"""
      from x semi join mu using (w, {e}, race_id) group by w, {e}, race_id
      union all
      select w, {e}, race_id, """ + ', '.join(f'({b}_p is not null)::bigint {b}_m, {b}_p {b}_n' for b in BASES) + f"""
      from x anti join mu using (w, {e}, race_id)),
    c2 as (select * replace (bsp_n - {RATE} * greatest(bsp_n, 0) as bsp_n) from c1),
    c as (
      select w, {e}, """ + ', '.join(f'sum({b}_m)::bigint {b}_bets, sum({b}_n) {b}_profit, sum({b}_n * {b}_n) {b}_nn, '
                                    f'sum({b}_m * {b}_n) {b}_mn, sum({b}_m * {b}_m)::bigint {b}_mm' for b in BASES) + f"""
      from c2 group by w, {e}),
    o as (
      select w, {e}, win, sp_p, row_number() over z rn, count(sp_p) over (z rows unbounded preceding) nb
      from x window z as (partition by w, {e} order by ord)),
    v as (                                                      -- winners only: a peak is after a win, a trough just before one
      select w, {e}, rn, nb, rn - coalesce(lag(rn) over z, 0) - 1 gap, sum(coalesce(sp_p + 1, 0)) over (z rows unbounded preceding) - nb cum,
        coalesce(sp_p + 1, 0) ret, (sp_p is not null)::int isb
      from o where win window z as (partition by w, {e} order by rn)),
    v2 as (
      select *, greatest(0, coalesce(max(cum) over (partition by w, {e} order by rn rows between unbounded preceding and 1 preceding), 0)) peak
      from v),
    s as (
      select w, {e}, max(gap) gap, max(rn) last_win, max(peak - (cum - ret + isb)) fall, greatest(0, max(cum)) peak,
        max(nb) nb_last, arg_max(cum, rn) cum_last
      from v2 group by w, {e}),
    r as (
      select g.*, c.* exclude (w, {e}), gap, coalesce(last_win, 0) last_win, fall, coalesce(s.peak, 0) peak,
        coalesce(cum_last + nb_last, 0) - sp_bets cum_end
      from g join c using (w, {e}) left join s using (w, {e}))
    select {', '.join(f'{d}::varchar {d}' for d in dims)}, "window", lo "from", date '{D}' - 1 "to", runs, wins, places,
      wins / runs win_rate,
      case when wins = 0 then 0 else ((wins / runs) + {Z * Z} / (2 * runs) - {Z} * sqrt((wins / runs) * (1 - wins / runs) / runs
        + {Z * Z} / (4 * runs * runs))) / (1 + {Z * Z} / runs) end win_rate_low,
      case when wins = runs then 1 else ((wins / runs) + {Z * Z} / (2 * runs) + {Z} * sqrt((wins / runs) * (1 - wins / runs) / runs
        + {Z * Z} / (4 * runs * runs))) / (1 + {Z * Z} / runs) end win_rate_high,
      places / runs place_rate, """ + ', '.join(
        f"""{b}_bets, {b}_profit + nullif({b}_bets, 0) {b}_returned, {b}_profit, {b}_profit / {b}_bets {b}_roi,
        {odds[b]} {b}_odds, {squares[b]} {b}_squares, {b}_mm {b}_race_bets, {b}_nn + 2 * {b}_mn + {b}_mm {b}_race_returns"""
        for b in BASES) + f""",
      ew expected_wins, sh / ew ae, wins / runs / nullif(pop.rate, 0) iv, prb,
      greatest(coalesce(gap, 0), runs - last_win) longest_losing_run, runs - last_win current_losing_run,
      case when sp_bets > 0 then greatest(coalesce(fall, 0), peak - cum_end, 0) end max_drawdown,
      array_to_string(list_reverse(form), '') recent_form, form_score, last_run::varchar last_run
    from r join win using (w) join pop using (w)
    order by w, runs desc, {', '.join(f'{d}::varchar' for d in dims)}"""
    return with_intervals(db.sql(q).to_arrow_table(), dims)


def reports(db, dims):
    prepare(db)
    return [one(db, d) for d in dims]


def report(db, dims):
    return reports(db, [dims])[0]


def w4(db, keep='feat'):
    """Daily sums per person, running totals, and for each window the total at its left edge (first row of a RANGE frame)."""
    days = [14, 30, 90, 365]
    ex(db, """create or replace temp table dh as
      select race_id, count(*)::int k from t where position = 1 group by race_id having count(*) > 1""")
    for e in ('jockey', 'trainer'):
        cols = ['runs', 'wins', 'bets', 'ret']
        cum = ', '.join(f'{c} := sum({c}) over (partition by {e} order by d rows unbounded preceding) - {c}' for c in cols)
        left = ', '.join(f'first_value(s) over w{n} s{n}' for n in days)
        wins = ', '.join(f'w{n} as (partition by {e} order by d range between {n} preceding and current row)' for n in days)
        ex(db, f"""create or replace temp table f_{e} as
          with daily as (
            select {e}, (date - date '1990-01-01')::int d, count(*)::int runs, (count(*) filter (position = 1))::int wins, count(sp)::int bets,
                   coalesce(sum(case when position = 1 then sp / coalesce(k, 1) end), 0) ret
            from t left join dh using (race_id) where outcome <> 'non_runner' group by all),
          run as (select {e}, d, struct_pack({cum}) s from daily),
          f as (select {e}, d, s, {left} from run window {wins})
          select {e}, date '1990-01-01' + d date, """ + ', '.join(
            f'(s.runs - s{n}.runs)::int {e}_runs_{n}, (s.wins - s{n}.wins)::int {e}_wins_{n}, '
            f'(s.wins - s{n}.wins) / nullif(s.runs - s{n}.runs, 0) {e}_win_rate_{n}, '
            f'(s.ret - s{n}.ret) / nullif(s.bets - s{n}.bets, 0) - 1 {e}_sp_roi_{n}' for n in days) + ' from f')
    ex(db, f"""create or replace temp table {keep} as
      select race_id, number, f_jockey.* exclude (jockey, date), f_trainer.* exclude (trainer, date)
      from t join f_jockey using (jockey, date) join f_trainer using (trainer, date) where outcome <> 'non_runner'""")
    return keep


def w5(path):
    db = connect()
    ex(db, f"""create table t as select * from read_csv('{path}', header = true, auto_detect = false, delim = ',', quote = '"', nullstr = '',
      columns = {{'race_id': 'BIGINT', 'date': 'DATE', 'race_no': 'SMALLINT', 'course': 'VARCHAR', 'country': 'VARCHAR',
      'horse': 'VARCHAR', 'jockey': 'VARCHAR', 'trainer': 'VARCHAR', 'number': 'SMALLINT', 'draw': 'SMALLINT', 'position': 'SMALLINT',
      'outcome': 'VARCHAR', 'sp': 'DOUBLE', 'tote': 'DOUBLE', 'tote_paid': 'BOOLEAN', 'bsp': 'DOUBLE'}})""")
    return db


def w5_stored(path):
    """The same columns out of another program's Parquet file."""
    db = connect()
    ex(db, f"create table t as select race_id::bigint race_id, date, race_no, course, country, horse, jockey, trainer, number, draw, position,"
           f" outcome, sp::double sp, tote::double tote, tote_paid, bsp::double bsp from '{path}'")
    return db


def w5_check(db):
    """Rows, and per column the non-null count, distinct count and (for numbers) the sum."""
    import pyarrow as pa
    num = ['race_id', 'race_no', 'number', 'draw', 'position', 'sp', 'tote', 'bsp']
    txt = ['date', 'course', 'country', 'horse', 'jockey', 'trainer', 'outcome', 'tote_paid']
    q = ', '.join([f'count({c})' for c in num + txt] + [f'sum({c})::double' for c in num] + [f'count(distinct {c})' for c in txt])
    v = ex(db, f'select {q} from t')[0]
    k = len(num + txt)
    return count(db), [pa.table({'column': num + txt, 'filled': list(v[:k]), 'value': [float(x) for x in v[k:]]})]


if __name__ == '__main__':
    main('duckdb', sys.modules['__main__'])
