-- The facts of docs/questions.md, §2.1, in the words of DuckDB: a row per exported runner.
--
-- `runners` are the exported runners in their order, with the number of each row as `place`.

-- An export lacks columns that no source fills.
alter table runners add column if not exists headgear varchar;

create or replace view marked as
select *,
  min(case when headgear is not null then date end) over (partition by source) as headgear_since,
  outcome not in ('non_runner', 'void', 'unresolved') as is_start,
  outcome = 'finished' and position = 1 as is_win,
  is_start or (outcome = 'unresolved'
    and not bool_or(outcome not in ('non_runner', 'void', 'unresolved'))
      over (partition by race_id)) as is_in_field,
  regexp_extract(class, '^(.*?)([0-9]{1,6})$', 1) as class_words,
  try_cast(regexp_extract(class, '^(.*?)([0-9]{1,6})$', 2) as integer) as class_number
from runners;

create or replace view ranked as
select *,
  case when is_in_field and sp is not null then
    rank() over (partition by race_id, is_in_field and sp is not null order by sp)
  end as market_rank,
  case when is_in_field and sp is not null then
    round_even((1 / sp::double) / sum(case when is_in_field then 1 / sp::double end)
      over (partition by race_id), 6)
  end as odds_share,
  count(*) filter (where is_in_field) over (partition by race_id) as runners_in_race,
  case when is_in_field and weight_lb is not null then
    rank() over (partition by race_id, is_in_field and weight_lb is not null
      order by weight_lb desc)
  end as weight_rank,
  case when is_in_field and official_rating is not null then
    rank() over (partition by race_id, is_in_field and official_rating is not null
      order by official_rating desc)
  end as rating_rank
from marked;

create or replace view counted as
select *,
  max(place) filter (where is_start) over past_of_horse as last_place,
  count(*) filter (where is_start) over past_of_horse as horse_runs,
  count(*) filter (where is_win) over past_of_horse as horse_wins,
  count(*) filter (where is_win) over (partition by horse, course order by date
    range between unbounded preceding and interval 1 day preceding) as wins_at_course,
  count(*) filter (where is_win) over (partition by horse, distance_m order by date
    range between unbounded preceding and interval 1 day preceding) as wins_over_distance,
  count(*) filter (where is_win) over (partition by horse, course, distance_m order by date
    range between unbounded preceding and interval 1 day preceding) as wins_at_both,
  count(*) filter (where is_win) over (partition by horse, going order by date
    range between unbounded preceding and interval 1 day preceding) as wins_on_going,
  count(*) filter (where is_start) over recent_of_jockey as jockey_runs,
  count(*) filter (where is_win) over recent_of_jockey as jockey_wins,
  count(*) filter (where is_start) over recent_of_trainer as trainer_runs,
  count(*) filter (where is_win) over recent_of_trainer as trainer_wins,
  round_even(count(*) filter (where is_win) over jockey_at_course
    / nullif(count(*) filter (where is_start) over jockey_at_course, 0), 6) as jockey_at_course_rate,
  round_even(count(*) filter (where is_win) over trainer_at_course
    / nullif(count(*) filter (where is_start) over trainer_at_course, 0), 6) as trainer_at_course_rate,
  round_even(count(*) filter (where is_win) over jockey_for_trainer
    / nullif(count(*) filter (where is_start) over jockey_for_trainer, 0), 6) as jockey_for_trainer_rate
from ranked
window
  past_of_horse as (partition by horse order by date
    range between unbounded preceding and interval 1 day preceding),
  recent_of_jockey as (partition by jockey order by date
    range between interval 14 days preceding and interval 1 day preceding),
  recent_of_trainer as (partition by trainer order by date
    range between interval 14 days preceding and interval 1 day preceding),
  jockey_at_course as (partition by jockey, course order by date
    range between unbounded preceding and interval 1 day preceding),
  trainer_at_course as (partition by trainer, course order by date
    range between unbounded preceding and interval 1 day preceding),
  jockey_for_trainer as (partition by jockey, trainer order by date
    range between unbounded preceding and interval 1 day preceding);

-- Runs of each horse between two breaks, up to each of its days of racing.
create or replace view days_of_horses as
select horse, date, sum(runs) over (partition by horse, stretch order by date) as runs_so_far
from (
  select *, sum(case when date - earlier >= 60 then 1 else 0 end)
    over (partition by horse order by date) as stretch
  from (
    select horse, date, count(*) as runs,
      lag(date) over (partition by horse order by date) as earlier
    from marked where is_start and horse is not null group by horse, date));

create or replace table facts as
select own.place,
  own.market_rank, own.market_rank = 1 as is_favourite, own.odds_share,
  own.runners_in_race as runners, own.weight_rank, own.rating_rank,
  case when last.outcome = 'finished' then last.position end as last_position,
  last.beaten_lengths as last_beaten_lengths, last.course as last_course,
  last.distance_m as last_distance_m, last.going as last_going, last.class as last_class,
  last.weight_lb as last_weight_lb, last.sp as last_sp, last.jockey as last_jockey, last.market_rank = 1 as last_was_favourite,
  case when own.horse is null then null
    when last.date is null or own.date - last.date >= 60 then 0
    else days.runs_so_far end as runs_since_break,
  case when own.horse is not null then own.horse_runs end as career_runs,
  case when own.horse is not null then own.horse_wins end as career_wins,
  case when own.horse is not null and own.course is not null then own.wins_at_course
    end as course_wins,
  case when own.horse is not null and own.distance_m is not null then own.wins_over_distance
    end as distance_wins,
  case when own.horse is not null and own.course is not null and own.distance_m is not null
    then own.wins_at_both end as course_distance_wins,
  case when own.horse is not null and own.going is not null then own.wins_on_going
    end as going_wins,
  own.jockey <> last.jockey as jockey_change, own.trainer <> last.trainer as trainer_change,
  case when own.class_words = last.class_words then last.class_number - own.class_number
    end as class_change,
  case when last.place is not null and (own.headgear is not null or last.headgear is not null
      or own.headgear_since < own.date)
    then own.headgear is distinct from last.headgear end as headgear_change,
  own.distance_m - last.distance_m as distance_change_m,
  own.weight_lb - last.weight_lb as weight_change_lb,
  case when own.jockey is not null then own.jockey_runs end as jockey_14d_runs,
  case when own.jockey is not null then own.jockey_wins end as jockey_14d_wins,
  case when own.jockey is not null and own.jockey_runs > 0
    then round_even(own.jockey_wins / own.jockey_runs, 6) end as jockey_14d_win_rate,
  case when own.trainer is not null then own.trainer_runs end as trainer_14d_runs,
  case when own.trainer is not null then own.trainer_wins end as trainer_14d_wins,
  case when own.trainer is not null and own.trainer_runs > 0
    then round_even(own.trainer_wins / own.trainer_runs, 6) end as trainer_14d_win_rate,
  case when own.jockey is not null and own.course is not null then own.jockey_at_course_rate
    end as jockey_course_win_rate,
  case when own.trainer is not null and own.course is not null then own.trainer_at_course_rate
    end as trainer_course_win_rate,
  case when own.jockey is not null and own.trainer is not null then own.jockey_for_trainer_rate
    end as jockey_trainer_win_rate
from counted own
left join ranked last on last.place = own.last_place and own.horse is not null
left join days_of_horses days on days.horse = own.horse and days.date = last.date
order by own.place;
