-- The columns of a report (docs/reports.md, §4) in the words of DuckDB, behind facts.sql and
-- money.sql.
--
-- `odds` is the market's price, and the variable `market` its basis. The variables `as_of` and `days`
-- are the report's day and its window, `days` being null for all races.
create or replace macro decimals6(n, d) as
  half_even(n * 1000000, nullif(d, 0))::decimal(18, 0) * 0.000001;
create or replace macro decimals4(n, d) as
  half_even(n * 10000, nullif(d, 0))::decimal(18, 0) * 0.0001;

-- Starters with what they return, beside the facts of questions.md, in the order of runs.
create or replace table starts as
with places as (
  select *, paid_places(country, field, handicap) as k,
    bool_or(outcome = 'lost') over race as has_lost,
    count(*) filter (place_won) over race as paid,
    count(place_of) over race as finishers,
    coalesce(bool_or(tote_paid) over race, false) or count(tote) over race > 0 as has_tote,
    half_even(1000000000000000000::hugeint, cast(round(odds * 1000000) as hugeint)) as inverse
  from counted window race as (partition by race_id)),
placed as (
  select *, case when outcome <> 'lost' then coalesce(place_of <= k, false)
      when k <= greatest(finishers, 1) then false
      when place_won and k >= paid then true
      when not place_won and k <= paid then false end as own_place
  from places)
select placed.* exclude own_place, facts.* exclude place,
  case when count(own_place) over race = field then own_place end as is_placed,
  case when is_first then half_even(1000000000, winners) else 0 end as win_share,
  half_even(inverse * 1000000000, sum(inverse) over race) as chance,
  case when field > 1 and not has_lost then half_even(1000000 * (2 * field
    - case when place_of is null then finishers + 1 + field else 2 * ahead + tied + 1 end),
    2 * (field - 1)) end as prb,
  case outcome when 'finished' then if(position < 10, position::varchar, '0')
    when 'did_not_finish' then '-' when 'lost' then '?' else upper(outcome[1]) end as form,
  row_number() over (order by date, off_time nulls first, race_no nulls first,
    try_cast(race_id as bigint) nulls last, race_id, number nulls last, horse) as turn
from placed join facts using (place) window race as (partition by race_id);

-- A row per bet; `returned` is gross.
create or replace table bets as
with prices as (
  select starts.*, cast(round(bsp * 1000000) as hugeint) as bsp_micros,
    cast(round(tote * 1000000) as hugeint) as tote_micros,
    cast(round(place_bsp * 1000000) as hugeint) as place_bsp_micros,
    cast(round(dividend * 1000000) as hugeint) as dividend_micros,
    share(1, ahead, tied) as won, greatest(tied, 1) as parts,
    case when field <= 4 then 1 when field <= 7 then 2
      when field >= 16 and coalesce(handicap, false) then 4 else 3 end as ew_places,
    case when field <= 4 then 1 when field <= 7 then 4
      when field >= 12 and coalesce(handicap, false) then 4 else 5 end as ew_part
  from starts left join dividends on dividends.race_id = starts.race_id and pool = 'place'
    and try_cast(combination as integer) = starts.number),
declared as (
  select race_id from prices group by race_id
  having count(dividend_micros) > 0
    and bool_and(not is_placed or dividend_micros is not null))
select place, 'sp' as basis, half_even(won * sp_micros, parts) as returned
from prices where sp is not null
union all select place, 'bsp', half_even(won * bsp_micros, parts) from prices where bsp is not null
union all select place, 'tote', coalesce(tote_micros, 0)
from prices where has_tote and (tote is not null or not is_first)
union all select place, 'ew', half_even(won * sp_micros, parts) + half_even(
  share(ew_places, ahead, tied) * ((ew_part - 1) * 1000000 + sp_micros), ew_part * parts)
from prices where sp is not null and not has_lost
union all select place, 'place_tote', coalesce(dividend_micros, 0)
from prices semi join declared using (race_id)
-- Markets that pay more runners than they have places settle by positions, which no file has here.
union all select place, 'place_bsp', if(place_won, place_bsp_micros, 0)
from prices where place_bsp is not null and place_won is not null and paid <= k;

-- A row per list of keys of the named view, which has the columns of `starts` behind `keys`.
create or replace macro figures(asked) as table
with everyone as (from query_table(asked)),
own as (from everyone where list_bool_and([key is not null for key in keys])),
all_wins as (select count(*) as runs, sum(is_first::int) as wins from everyone),
markets as (
  select keys, basis, race_id, count(*) as bets, sum(returned) as gross
  from own join bets using (place) group by keys, basis, race_id),
nets as (
  select *, gross - case when basis in ('bsp', 'place_bsp')
    then half_even(greatest(0, gross - bets * 1000000) 
      * getvariable('commission'), 100) else 0 end as net
  from markets),
prices as (
  select keys, list(cast(round(sp * 1000000) as bigint)) filter (sp is not null) as sps,
    list(cast(round(bsp * 1000000) as bigint)) filter (bsp is not null) as bsps
  from own group by keys),
sums as (
  select keys, basis, coalesce(sum(bets), 0)::bigint as bets, sum(net) as net,
    roi_interval(basis, list(bets) filter (bets is not null), list(net) filter (bets is not null),
      any_value(case when basis in ('sp', 'tote') then sps when basis = 'bsp' then bsps end),
      getvariable('commission')) as ends
  from (select *, unnest(['sp', 'tote', 'bsp', 'ew', 'place_tote', 'place_bsp']) as basis
      from prices)
    left join (select keys, basis, bets, net from nets) using (keys, basis)
  group by keys, basis),
money as (
  pivot (select *, if(basis = 'ew', 2, 1) * bets as units from sums)
  on basis in ('sp', 'tote', 'bsp', 'ew', 'place_tote', 'place_bsp')
  using first(bets) as bets, first(decimals4(units, 1)) as staked,
    first(decimals4(net, 1000000)) as returned,
    first(decimals4(net - units * 1000000, 1000000)) as profit,
    first(decimals6(net - units * 1000000, units * 1000000)) as roi,
    first(ends[1]) as roi_low, first(ends[2]) as roi_high
  group by keys),
turns as (
  select own.*, sum(is_first::int) over past as stretch,
    sum(coalesce(returned - 1000000 - if(basis = 'bsp', half_even(greatest(0, returned - 1000000)
      * getvariable('commission'), 100), 0), 0)) over past as profit,
    returned is not null as is_bet
  from own left join bets on bets.place = own.place and basis = getvariable('market')
  window past as (partition by own.keys order by turn)),
falls as (
  select *, greatest(0, max(profit) over (partition by keys order by turn)) - profit as fall,
    count(*) filter (not is_first) over (partition by keys, stretch) as losing,
    max(stretch) over (partition by keys) = stretch as is_current,
    getvariable('as_of') - date as days_ago,
    cast(1000000000 * pow(0.5, days_ago / 30) as hugeint) as weight
  from turns),
runs as (
  select keys, count(*) as runs, sum(is_first::int) as wins, sum(is_placed::int) as places,
    count(is_placed) as places_known, sum(chance) as expected,
    sum(win_share) filter (chance is not null) as actual, sum(prb) as beaten, count(prb) as rivals,
    max(losing) as longest_losing_run, max(losing) filter (is_current) as current_losing_run,
    if(bool_or(is_bet), max(fall), null) as fall,
    right(string_agg(form, '' order by turn), 6) as recent_form,
    sum(weight * prb) filter (days_ago <= 365) as form_beaten,
    sum(weight) filter (days_ago <= 365 and prb is not null) as form_weight,
    max(date) as last_run
  from falls group by keys)
select runs.keys,
  if(getvariable('days') is null, 'all', getvariable('days') || 'd') as "window",
  coalesce(getvariable('as_of') - getvariable('days')::int,
    (select min(date) from runners)) as "from",
  getvariable('as_of') - 1 as "to",
  runs.runs, runs.wins, places, decimals6(runs.wins, runs.runs) as win_rate,
  wilson(runs.wins, runs.runs)[1] as win_rate_low, wilson(runs.wins, runs.runs)[2] as win_rate_high,
  decimals6(places, places_known) as place_rate, money.* exclude keys,
  decimals4(expected, 1000000000) as expected_wins, decimals6(actual, expected) as ae,
  decimals6(runs.wins * all_wins.runs, runs.runs * all_wins.wins) as iv,
  decimals6(beaten, rivals * 1000000) as prb, longest_losing_run, current_losing_run,
  decimals4(fall, 1000000) as max_drawdown, recent_form,
  decimals6(form_beaten, form_weight * 1000000) as form_score, last_run
from runs join money using (keys), all_wins;
