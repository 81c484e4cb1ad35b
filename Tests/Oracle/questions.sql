-- The questions of docs/questions.md, section 1, in the words of DuckDB, behind figures.sql.
--
-- questions.py holds the page's commands against them on three stores, and explains the lines that
-- differ by store.

-- The runners of the day `as_of`, with the records of the year before it as `railbird card` writes
-- them: of the jockey, the trainer, the horse, and both people together.
create or replace macro plain(number) as rtrim(rtrim(printf('%.6f', number), '0'), '.');
create or replace view today as
select *, place as runner, outcome = 'non_runner' or outcome = 'unresolved'
    and number is null and draw is null and bool_or(outcome <> 'unresolved') over race
    and count(coalesce(number, draw)) over race > 0 as is_out
from runners where date = getvariable('as_of') window race as (partition by race_id);
create or replace view earlier as
select unnest([['jockey', jockey], ['trainer', trainer], ['horse', horse],
    ['jockey_trainer', jockey, trainer]]) as keys, * from starts
where date < getvariable('as_of') and date >= getvariable('as_of') - 365;
create or replace macro records(role) as table
select keys, coalesce(runs, 0) as runs, coalesce(wins, 0) as wins,
  if(runs is null, 0, places) as places, win_rate, place_rate, coalesce(sp_bets, 0) as sp_bets,
  sp_roi, ae, recent_form, last_run
from (select distinct unnest([['jockey', jockey], ['trainer', trainer], ['horse', horse],
    ['jockey_trainer', jockey, trainer]]) as keys from today)
  left join figures('earlier') using (keys)
where keys[1] = role and list_bool_and([key is not null for key in keys]);
create or replace macro day_card() as table
select today.date, race_id, strftime(off_time, '%Y-%m-%dT%H:%M:%SZ') as off_time, course, country,
  race_no, race_name, class, handicap, going, surface, distance_m, plain(prize) as prize,
  count(*) filter (not is_out) over (partition by race_id) as field_size,
  number, draw, horse, age, sex, plain(weight_lb) as weight_lb, official_rating, jockey, trainer,
  owner, sire, is_out as non_runner, past.form as recent_form, past.day as last_run,
  today.date - past.day as days_since_last_run, columns(j.* exclude keys) as 'jockey_365d_\0',
  columns(t.* exclude keys) as 'trainer_365d_\0', columns(h.* exclude keys) as 'horse_365d_\0',
  columns(b.* exclude keys) as 'jockey_trainer_365d_\0', runner, is_out
from today
  left join (select horse, right(string_agg(form, '' order by turn), 6) as form, max(date) as day
    from starts where date < getvariable('as_of') group by horse) past using (horse)
  left join records('jockey') j on j.keys = ['jockey', jockey]
  left join records('trainer') t on t.keys = ['trainer', trainer]
  left join records('horse') h on h.keys = ['horse', horse]
  left join records('jockey_trainer') b on b.keys = ['jockey_trainer', jockey, trainer];

-- ## Which pairs of jockey and trainer beat the starting price, with an interval above 0?
-- exchange refuses: found jockey, which no runner of the store has
create or replace view asked as select [jockey, trainer] as keys, * from starts;
from figures('asked') where runs >= 10 and round(sp_roi_low, 6) > 0
order by sp_roi desc, runs desc, keys;

-- ## Does the draw matter over a course and distance?
-- exchange refuses: found draw, which no runner of the store has
-- hong-kong: "Meahor" -> "沙田"
create or replace view asked as select [draw::varchar] as keys, * from starts
where course = 'Meahor' and distance_m < 1300;
from figures('asked') order by keys[1]::int;

-- ## How do favourites do by going?
-- exchange refuses: found going, which no runner of the store has
create or replace view asked as select [going] as keys, * from starts where is_favourite;
create or replace view total as select ['all'] as keys, * exclude keys from asked;
from (from figures('asked') order by runs desc, keys) union all from figures('total');

-- ## Who drops horses in class with success?
-- exchange refuses: found trainer, which no runner of the store has
-- hong-kong asks: railbird report --store S --by trainer --windows all --min-runs 50 --order-by ae
-- hong-kong asks: --top 3 --where "class_change < 0" --class-order 第一班,第二班,第三班,第四班,第五班 --out out
-- hong-kong: "class_change < 0" -> "list_position(classes, last_class)
-- hong-kong: < list_position(classes, class)"
-- hong-kong: "from starts" -> "from starts, (select string_split(
-- hong-kong: '第一班,第二班,第三班,第四班,第五班', ',') as classes)"
create or replace view asked as select [trainer] as keys, * from starts where class_change < 0;
from figures('asked') where runs >= 50 order by ae desc nulls last, runs desc, keys limit 3;

-- ## What comes second-up?
create or replace view asked as select [runs_since_break::varchar] as keys, * from starts
where career_runs > 0 and runs_since_break <= 2;
from figures('asked') order by keys[1]::int;

-- ## What did one trainer do month by month?
-- exchange refuses: no runner of the store has any trainer
-- hong-kong: "Tom Keadeal" -> "蔡約翰"
create or replace view asked as select [strftime(date, '%Y-%m')] as keys, * from starts
where trainer = 'Tom Keadeal';
create or replace view total as select ['all'] as keys, * exclude keys from asked;
from (from figures('asked') order by keys desc) union all from figures('total');

-- ## Who pays for a place?
-- sample has no row: neither dividends nor place prices
-- hong-kong has no row: dividends of winners alone, not of the others placed
-- exchange: "trainer" -> "course", "place_tote_" -> "place_bsp_"
create or replace view asked as select [trainer] as keys, * from starts;
from figures('asked') where place_tote_bets >= 50
order by place_tote_roi desc nulls last, runs desc, keys;

-- ## Who pays each way?
-- exchange refuses: found trainer, which no runner of the store has
create or replace view asked as select [trainer] as keys, * from starts;
from figures('asked') where ew_bets >= 50 order by ew_roi desc nulls last, runs desc, keys limit 3;

-- ## How good is the starting price as a forecast?
with chances as (
  select *, win_share as y, win_share / 1000000000 as share,
    greatest(1, least(999999999, chance)) / 1000000000 as p
  from starts where winners > 0 and field > 1
  window race as (partition by race_id) qualify count(odds) over race = field),
scores as (
  select *,
    cast(round_even((-share * ln(p) - (1 - share) * ln(1 - p)) * 1000000000, 0) as hugeint) as loss,
    cast(round_even(-share * ln(p) * 1000000000, 0) as hugeint) as winner_loss,
    cast(round_even(share * ln(field) * 1000000000, 0) as hugeint) as equal_loss
  from chances),
races as (
  select race_id, sum(returned) as gross, count(*) as bets
  from scores join bets using (place) where basis = 'sp' group by race_id),
nets as (
  select sum(gross - if('sp' = 'bsp',
    half_even(greatest(0, gross - bets * 1000000) * 5, 100), 0)) as net from races),
sums as (
  select count(distinct race_id) as races, count(*) as n, sum(is_first::int) as wins, sum(y) as a,
    sum(chance) as e, sum(loss) as loss, sum((chance - y) * (chance - y)) as squares,
    sum(winner_loss) as winner_loss, sum(equal_loss) as equal_loss
  from scores)
select 'sp' as basis, 'multiplicative' as baseline, 'all' as "window",
  (select min(date) from runners) as "from", getvariable('as_of') - 1 as "to",
  races, n as runs, wins,
  decimals4(a, 1000000000) as actual_wins, decimals4(e, 1000000000) as expected_wins,
  decimals6(a, n * 1000000000) as actual, decimals6(e, n * 1000000000) as expected,
  decimals6(a, e) as ae,
  (a - e) / 1000000000 / sqrt(e / 1000000000 * (n - e / 1000000000) / n) as z,
  -- Whole fields have no variance.
  null as race_z,
  decimals4(net, 1000000) as returned, decimals4(net - n * 1000000, 1000000) as profit,
  decimals6(net - n * 1000000, n * 1000000) as roi, decimals6(loss, n * 1000000000) as log_loss,
  decimals6(squares, n * 1000000000000000000::hugeint) as brier,
  decimals6(winner_loss, a) as race_log_loss,
  decimals6(squares, races * 1000000000000000000::hugeint) as race_brier,
  1 - loss / (-a * ln(a / 1000000000 / n) - (n * 1000000000 - a) * ln(1 - a / 1000000000 / n))
    as mcfadden_r2,
  decimals6(equal_loss - winner_loss, equal_loss) as benter_r2
from sums, nets;

-- ## What runs today, and how did they do?
-- exchange: "jockey,trainer" -> "horse"
-- hong-kong: "2024-12-31" -> "2026-05-13"
set variable as_of = date '2024-12-31';
from day_card() order by off_time nulls last, course, race_no, number nulls last;

-- ## Which of today's runners offer value, by my model?
-- hong-kong: "2024-12-31" -> "2026-05-13"
set variable as_of = date '2024-12-31';
create or replace view offered as
select place as runner, horse, 2 + place % 37 / 4 as price, 1 + place % 7 as model
from runners where date = getvariable('as_of');
copy (select horse, price, model from offered) to 'prices.csv' (header);
select * replace (plain(price) as price), decimals6(own, total) as chance,
  decimals6((price * 100)::bigint * own - 100 * total, 100 * total) as value
from (
  select card.*, price, if(is_out, null, model) as own,
    sum(own) over (partition by race_id) as total
  from day_card() card join offered using (runner))
order by off_time nulls last, course, race_no, value desc nulls last, number nulls last;

-- ## Which of today's runners meet my saved angles?
-- leaves: p, q, losing_run_95
-- hong-kong: "2024-12-31" -> "2026-05-13"
set variable commission = 2;
set variable as_of = date '2024-12-31';
create or replace view shin as
select unnest(places) as place, unnest(probabilities(prices, 'shin')) as shin_chance
from (select list(cast(round(sp * 1000000) as bigint) order by place) as prices,
    list(place order by place) as places
  from starts where sp is not null group by race_id);
create or replace view met as
select place, unnest(list_filter([if(runs_since_break = 1, 'Second-up', null),
  if(class_change < 0, 'Class droppers', null),
  if(class_change < 0 and "sp" < 8, 'Short-priced class droppers', null),
  if(last_was_favourite and last_position > 1, 'Beaten favourites', null)],
  lambda name: name is not null)) as angle
from runners join facts using (place) where outcome <> 'non_runner';
create or replace view asked as
select [angle] as keys, starts.*
  replace (if(angle = 'Short-priced class droppers', shin_chance, chance) as chance)
from starts join met using (place) left join shin using (place) where date < getvariable('as_of');
select angle, 'meets' as state, if(angle = 'Short-priced class droppers', 'sp', '') as needs,
  card.*, plain("sp") as "sp", plain(bsp) as bsp, runs, wins, win_rate, sp_bets, sp_roi, sp_roi_low,
  sp_roi_high, ae, longest_losing_run, max_drawdown
from day_card() card join met on met.place = runner join runners on runners.place = runner
  join (select keys[1] as angle, * exclude (recent_form, last_run) from figures('asked'))
    using (angle)
order by list_position(['Second-up', 'Class droppers', 'Short-priced class droppers',
  'Beaten favourites'], angle), card.off_time nulls last, card.course, card.race_no, card.number;

-- ## How do trainers do with debutants?
-- exchange refuses: found trainer, which no runner of the store has
create or replace view asked as select [trainer] as keys, * from starts where career_runs = 0;
from figures('asked') order by runs desc, keys limit 3;

-- ## In which month of the year do favourites pay?
create or replace view asked as select [strftime(date, '%B')] as keys, * from starts
where is_favourite;
from figures('asked') order by strptime(keys[1], '%B');

-- ## Which weeks of the year are the worst to bet on?
create or replace view asked as select ['W' || strftime(date, '%V')] as keys, * from starts;
from figures('asked') where runs >= 50 order by sp_roi nulls last, runs desc, keys limit 3;

-- ## On which day of the week do outsiders win?
create or replace view asked as select [strftime(date, '%A')] as keys, * from starts where sp >= 20;
from figures('asked') order by list_position(
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'], keys[1]);

-- ## How do favourites do, class by class?
-- exchange refuses: found class, which no runner of the store has
create or replace view asked as select [class] as keys, * from starts where is_favourite;
from figures('asked')
order by try_cast(regexp_extract(keys[1], '^Class (\d+)$', 1) as int) nulls last, keys;

-- ## Does more weight than last time hurt?
-- exchange refuses: found band(weight_lb - last_weight_lb,0,4), which no runner of the store has
create or replace view asked as select [case when weight_lb - last_weight_lb < 0 then 'under_0'
  when weight_lb - last_weight_lb < 4 then '0_to_4'
  when weight_lb - last_weight_lb >= 4 then '4_up' end] as keys, * from starts;
from figures('asked') order by runs desc, keys;

-- ## What does a longer trip bring?
create or replace view asked as select [case when distance_m - last_distance_m < 0 then 'under_0'
  when distance_m - last_distance_m < 400 then '0_to_400'
  when distance_m - last_distance_m >= 400 then '400_up' end] as keys, * from starts;
from figures('asked') order by runs desc, keys;

-- ## What do runners return whose exchange price is above the course's?
-- exchange refuses: found band(bsp / sp,1,1.2,1.5), which no runner of the store has
-- hong-kong refuses: found band(bsp / sp,1,1.2,1.5), which no runner of the store has
create or replace view asked as select [case when round_even(bsp / sp, 6) < 1 then 'under_1'
  when round_even(bsp / sp, 6) < 1.2 then '1_to_1.2'
  when round_even(bsp / sp, 6) < 1.5 then '1.2_to_1.5'
  when round_even(bsp / sp, 6) >= 1.5 then '1.5_up' end] as keys, * from starts;
from figures('asked') order by runs desc, keys;

-- ## Which trainers' runners are bigger on the exchange?
-- exchange refuses: found trainer, which no runner of the store has
-- hong-kong refuses: found bsp, which no runner of the store has
create or replace view asked as select [trainer] as keys, * from starts
where round_even(bsp / sp, 6) > 1.1 and sp < 12;
from figures('asked') where runs >= 30 order by bsp_roi desc nulls last, runs desc, keys limit 3;

-- ## Do beaten favourites make amends?
-- exchange refuses: found no runner of 5,000; expected one that meets the condition
create or replace view asked as select [is_favourite::varchar] as keys, * from starts
where last_was_favourite and last_position > 1;
from figures('asked') order by runs desc, keys;

-- ## Which trainers win after a change of jockey?
-- exchange refuses: found trainer, which no runner of the store has
create or replace view asked as select [trainer] as keys, * from starts where jockey_change;
from figures('asked') where runs >= 50 order by ae desc nulls last, runs desc, keys limit 3;

-- ## At which courses do former winners win again?
create or replace view asked as select [course] as keys, * from starts where course_wins > 0;
from figures('asked') order by win_rate desc, runs desc, keys limit 3;

-- ## Does the top weight win handicaps?
-- exchange refuses: found weight_rank, which no runner of the store has
create or replace view asked as select [weight_rank::varchar] as keys, * from starts
where handicap and weight_rank <= 3;
from figures('asked') order by keys[1]::int;

-- ## Which sires like it soft?
-- exchange refuses: no runner of the store has any going
-- hong-kong refuses: found the going Soft, which the store lacks
create or replace view asked as select [sire] as keys, * from starts
where going in ('Soft', 'Heavy');
from figures('asked') where runs >= 20 order by sp_roi desc nulls last, runs desc, keys limit 3;

-- ## Does a jockey's form last?
-- exchange refuses: found band(jockey_14d_win_rate,0.1,0.2), which no runner of the store has
create or replace view asked as select [case when jockey_14d_win_rate < 0.1 then 'under_0.1'
  when jockey_14d_win_rate < 0.2 then '0.1_to_0.2'
  when jockey_14d_win_rate >= 0.2 then '0.2_up' end] as keys, * from starts
where jockey_14d_runs >= 10;
from figures('asked') order by runs desc, keys;

-- ## Who is the best jockey of each course?
-- exchange refuses: found jockey, which no runner of the store has
create or replace view asked as select [course, jockey] as keys, * from starts;
from figures('asked') where runs >= 20
qualify row_number() over (partition by keys[1] order by win_rate desc, runs desc, keys) = 1
order by win_rate desc, runs desc, keys;

-- ## Do young horses pay?
-- exchange refuses: found age, which no runner of the store has
-- hong-kong refuses: found age, which no runner of the store has
create or replace view asked as select [age::varchar] as keys, * from starts;
from figures('asked') order by keys[1]::int;

-- ## Do mares pay against the others?
-- exchange refuses: found sex, which no runner of the store has
-- hong-kong refuses: found sex, which no runner of the store has
create or replace view asked as select [sex, is_favourite::varchar] as keys, * from starts;
from figures('asked') order by keys[1], runs desc, keys;

-- ## Which angle is the best, and is it luck?
-- leaves: losing_run_95, expected_roi, luck_sd, z, p, ae_family_p, roi_z, roi_family_p
-- exchange: "jockey" -> "country", "trainer" -> "number", "going" -> "distance_m"
-- exchange: "class" -> "handicap"
create or replace view wide as
select [if(mask & 1 > 0, jockey::varchar, ''), if(mask & 2 > 0, trainer::varchar, ''),
  if(mask & 4 > 0, course::varchar, ''), if(mask & 8 > 0, going::varchar, ''),
  if(mask & 16 > 0, class::varchar, '')] as keys, starts.*
from starts, (select unnest(generate_series(1, 31)) as mask) where bit_count(mask) <= 3;
create or replace table best as
with fair as (
  select race_id, count(chance) as priced from starts group by race_id
  having bool_or(is_first) and bool_and(not is_first or chance is not null)),
shares as (
  select keys, sum(win_share) as won, sum(chance) as p, count(*) as runs,
    any_value(priced) as priced
  from wide join fair using (race_id)
  where chance is not null and list_bool_and([key is not null for key in keys])
  group by keys, race_id)
-- A whole field has no variance. Of equal angles the one with fewer, then earlier, keys is first.
select keys,
  (sum(won) - sum(p)) / sqrt(sum(if(runs = priced, 0, p * (1000000000 - p)))::double) as ae_z,
  row_number() over (order by ae_z desc nulls last, len(list_filter(keys, lambda key: key <> '')),
    list_transform(keys, lambda key: key = '')) as rank
from shares group by keys having sum(runs) >= 30 and bool_or(runs < priced) qualify rank <= 20;
create or replace view asked as from wide semi join best using (keys);
select keys[1] as jockey, keys[2] as trainer,
  keys[3] as course, keys[4] as going, keys[5] as class, * exclude keys
from figures('asked') join best using (keys) order by rank;

-- ## What is one person's record?
-- exchange: "trainer" -> "horse", "Tom Keadeal" -> "Noble Neanas Dancer"
-- hong-kong: "Tom Keadeal" -> "蔡約翰"
create or replace view asked as
select [line::varchar, days, trainer] as keys, starts.*
from starts,
  (values (0, 'all'), (1, '14'), (2, '30'), (3, '90'), (4, '365'), (5, 'all')) spans(line, days)
where trainer = 'Tom Keadeal'
  and (days = 'all' or date >= getvariable('as_of') - try_cast(days as int));
select * exclude keys replace (if(keys[2] = 'all', 'all', keys[2] || 'd') as "window",
  coalesce(getvariable('as_of') - try_cast(keys[2] as int), "from") as "from")
from figures('asked') order by keys;

-- ## Who of two is ahead?
-- leaves: expected_roi, luck_sd, z, p, q, losing_run_median, losing_run_95
-- leaves: roi_without_top_1, roi_without_top_3, roi_without_top_5
-- exchange: "jockey" -> "horse", "Oisin Ditiand" -> "Forest Guceas Heart"
-- exchange: "Tom Peanel" -> "Thunder Tusin Wind"
-- hong-kong: "Oisin Ditiand" -> "潘頓", "Tom Peanel" -> "莫雷拉"
create or replace view shared as
select race_id, min(coalesce(place_of, 999)) filter (jockey = 'Oisin Ditiand') as one,
  min(coalesce(place_of, 999)) filter (jockey = 'Tom Peanel') as other
from starts where jockey in ('Oisin Ditiand', 'Tom Peanel')
group by race_id having count(distinct jockey) = 2;
create or replace view asked as
select [jockey] as keys, * from starts where jockey in ('Oisin Ditiand', 'Tom Peanel');
create or replace view met as from asked semi join shared using (race_id);
with score as (
  select count(*) as n, count(*) filter (one < other) as ahead,
    count(*) filter (other < one) as behind,
    greatest(ahead, behind) as most, ahead + behind as decided from shared),
chance as (
  select if(any_value(decided) = 0, null, least(1, 2 * sum(exp(lgamma(decided + 1)
    - lgamma(k + 1) - lgamma(decided - k + 1) - decided * ln(2))))) as ahead_p
  from (select decided, unnest(generate_series(most, decided)) as k from score))
select figured.*, n as races_of_both, keys[1] as jockey, ahead_p,
  if(keys[1] = 'Oisin Ditiand', ahead, behind) as ahead
from ((select 'all' as races, * from figures('asked')) union all
  (select 'both', * from figures('met'))) figured, score, chance
order by races, keys[1] <> 'Oisin Ditiand';
