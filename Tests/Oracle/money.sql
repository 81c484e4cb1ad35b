-- Bets, chances and records in the words of DuckDB, over the exported runners.
--
-- Money and odds are whole millionths, so sums are exact and so is equality.
create or replace macro half_even(n, d) as sign(n)::int * (abs(n) // d + case
  when 2 * (abs(n) % d) > d or (2 * (abs(n) % d) = d and (abs(n) // d) % 2 = 1) then 1 else 0 end);
create or replace macro share(k, ahead, tied) as greatest(0, least(tied, k - ahead));

-- Starters with the facts of their race: starters, finishers ahead, and finishers tied.
create or replace table starters as
select *, cast(round(sp * 1000000) as hugeint) as sp_micros,
  count(*) over (partition by race_id) as field,
  case when outcome = 'finished' then position end as place_of,
  case when outcome = 'finished' then position = 1 else false end as is_first,
  case when place_of is null then 0 else count(*) over (partition by race_id, place_of) end as tied
from runners where outcome not in ('non_runner', 'void', 'unresolved');

create or replace table counted as
select *, sum(is_first::int) over (partition by race_id) as winners,
  case when place_of is null then 0 else rank() over (partition by race_id
    order by place_of nulls last) - 1 end as ahead
from starters;

-- British each-way terms, which hold wherever a country has none of its own: k places at 1/d.
create or replace table each_way as
select count(sp) as bets, half_even(sum(
  half_even(share(1, ahead, tied) * sp_micros, greatest(tied, 1))
  + half_even(share(k, ahead, tied) * ((d - 1) * 1000000 + sp_micros), d * greatest(tied, 1))), 100)
  as returned
from (select *,
    case when field <= 4 then 1 when field <= 7 then 2
      when field >= 16 and coalesce(handicap, false) then 4 else 3 end as k,
    case when field <= 4 then 1 when field <= 7 then 4
      when field >= 12 and coalesce(handicap, false) then 4 else 5 end as d
  from counted)
where sp is not null;

-- Chances by SP in whole 10⁻⁹, of races of two or more with a winner where all starters have odds.
create or replace table chances as
select *, half_even(inverse * 1000000000, sum(inverse) over (partition by race_id)) as chance
from (select *, half_even(1000000000000000000::hugeint, sp_micros) as inverse,
    count(sp) over (partition by race_id) as priced from counted)
where field >= 2 and winners > 0 and priced = field;

create or replace table calibration as
select list_aggregate(list_filter(
    [0, 10, 25, 50, 100, 150, 200, 250, 300, 400], lambda low: low * 1000000 <= chance), 'max') as bin,
  count(distinct race_id) as races, count(*) as runs, sum(is_first::int) as wins,
  half_even(sum(case when is_first then half_even(1000000000, winners) else 0 end), 100000) as actual,
  half_even(sum(chance), 100000) as expected,
  half_even(sum(half_even(share(1, ahead, tied) * sp_micros, greatest(tied, 1))), 100) as returned
from chances group by bin order by bin;

-- A jockey's, trainer's or horse's whole record before each day of the store.
create or replace macro record_of(who, day) as table
select count(*) as runs, sum(is_first::int) as wins, count(sp) as bets,
  half_even(coalesce(sum(half_even(share(1, ahead, tied) * sp_micros, greatest(tied, 1))), 0), 100)
    as returned
from counted where jockey = who and date < day;

create or replace macro paid_places(country, field, handicap) as case
  when country in ('AU', 'JP') then case when field >= 8 then 3 when field >= 5 then 2 else 0 end
  when country = 'HK' then case when field >= 7 then 3 when field >= 4 then 2 else 0 end
  when country = 'FR' then case when field >= 8 then 3 when field >= 4 then 2 else 0 end
  when country = 'US' then 3
  when field <= 4 then 1 when field <= 7 then 2
  when field >= 16 and coalesce(handicap, false) then 4 else 3 end;

-- Bets for a place with the tote, in races where each starter in a paid place has a dividend.
create or replace table place_totes as
with declared as (
  select counted.*, cast(round(dividend * 1000000) as hugeint) as dividend_micros,
    coalesce(place_of is not null and ahead < paid_places(country, field, handicap), false)
      as is_placed
  from counted left join dividends on dividends.race_id = counted.race_id and pool = 'place'
    and try_cast(combination as integer) = counted.number),
races as (
  select race_id from declared group by race_id
  having count(dividend_micros) > 0 and bool_and(not is_placed or dividend_micros is not null))
select course, count(*) as bets, half_even(sum(coalesce(dividend_micros, 0)), 100) as returned
from declared join races using (race_id) group by course order by course;

-- Bets for a place at the exchange: paid places by country, a market's commission of 5 %.
create or replace table place_bets as
with terms as (
  select *, cast(round(place_bsp * 1000000) as hugeint) as place_micros,
    bool_or(outcome = 'lost') over (partition by race_id) as is_unknown,
    paid_places(country, field, handicap) as k
  from counted),
markets as (
  select course, race_id, count(*) as bets,
    sum(half_even(share(k, ahead, tied) * place_micros, greatest(tied, 1))) as gross
  from terms where place_bsp is not null and k > 0 and not is_unknown
  group by course, race_id)
select course, sum(bets) as bets, half_even(sum(gross
  - half_even(greatest(0, gross - bets * 1000000) * 5, 100)), 100) as returned
from markets group by course order by course;

-- The day's runners, each with the record of its jockey as of that morning, with ROI in millionths.
create or replace macro card_of(day) as table
select r.race_id, r.number, r.horse, r.jockey, count(c.place) as runs,
  coalesce(sum(c.is_first::int), 0) as wins, count(c.sp) as bets,
  half_even(sum(half_even(share(1, c.ahead, c.tied) * c.sp_micros, greatest(c.tied, 1))),
    nullif(count(c.sp), 0)) - 1000000 as roi
from runners r left join counted c on c.jockey = r.jockey and c.date < day
where r.date = day and r.jockey is not null
group by r.race_id, r.number, r.horse, r.jockey
order by r.race_id, r.number;
