# %% [markdown]
# # Points of a season
#
# A running club's members earn points; the team's total unlocks rewards. Members are active runners of the team UA in a
# graduation class of the season, by the last report on them.
#
# The cells compute the season from `data/points_ledger.parquet` and `data/roster.parquet`, then hold every figure
# against the CSV files of `railbird season` in `figures/`. The rules are in Railbird's `docs/seasons.md`, §3.

# %% parameters
SEASON = "xc"
YEAR = 2024
ZONE = "America/New_York"  # of the club: weeks begin on Monday there

# %%
FIRST_CLASS = YEAR + (1 if SEASON == "xc" else 0)
CLASSES = list(range(FIRST_CLASS, FIRST_CLASS + 4))

# %% include figures

# %% pandas
import pandas as pd

ledger = pd.read_parquet("data/points_ledger.parquet")
earned = ledger[(ledger["season"] == SEASON) & (ledger["year"] == YEAR) & (ledger["kind"] == "EARNED")]
roster = pd.read_parquet("data/roster.parquet").sort_values("reported_at", kind="stable").drop_duplicates(
    "runner_id", keep="last")
is_member = ((roster["team"] == "UA") & roster["active"].fillna(False).astype(bool)
             & (roster["graduation_class"].isin(CLASSES) | roster["graduation_class"].isna()))
members = roster.loc[is_member, ["runner_id", "runner"]]

# %% pandas
points = earned.groupby("runner_id").agg(points=("points", "sum"), activities=("points", "size"))
runners = members.join(points, on="runner_id").fillna({"points": 0, "activities": 0})
of_members = earned[earned["runner_id"].isin(members["runner_id"])]
days = of_members["event_time"].dt.tz_convert(ZONE).dt.tz_localize(None).dt.normalize()
mondays = days - pd.to_timedelta(days.dt.day_of_week, unit="D")
weeks = of_members.groupby(mondays.dt.strftime("%Y-%m-%d").rename("week")).agg(
    points=("points", "sum"), activities=("points", "size")).sort_index()
weeks["cumulative_points"] = weeks["points"].cumsum()
weeks = weeks.reset_index()
activities = of_members.groupby("activity_type").agg(
    points=("points", "sum"), activities=("points", "size")).reset_index()
own_runners, own_weeks, own_activities = (
    table.to_dict("records") for table in [runners.drop(columns="runner"), weeks, activities])
runners.sort_values(["points", "runner"], ascending=[False, True]).head(8)

# %% polars
import polars as pl

pl.Config.set_tbl_rows(8)
earned = pl.scan_parquet("data/points_ledger.parquet").filter(
    (pl.col("season") == SEASON) & (pl.col("year") == YEAR) & (pl.col("kind") == "EARNED"))
members = (
    pl.scan_parquet("data/roster.parquet").sort("reported_at", maintain_order=True)
    .unique("runner_id", keep="last", maintain_order=True)
    .filter((pl.col("team") == "UA") & pl.col("active").fill_null(False)
            & pl.col("graduation_class").is_in(CLASSES).fill_null(True))
    .select("runner_id", "runner"))

# %% polars
sums = [pl.col("points").sum(), pl.len().alias("activities")]
runners = members.join(earned.group_by("runner_id").agg(sums), on="runner_id", how="left").fill_null(0).collect()
of_members = earned.join(members, on="runner_id", how="semi")
day = pl.col("event_time").dt.convert_time_zone(ZONE).dt.date()
weeks = (
    of_members.group_by(day.dt.truncate("1w").dt.to_string("%Y-%m-%d").alias("week")).agg(sums).sort("week")
    .with_columns(cumulative_points=pl.col("points").cum_sum()).collect())
activities = of_members.group_by("activity_type").agg(sums).collect()
own_runners, own_weeks, own_activities = (
    table.to_dicts() for table in [runners.drop("runner"), weeks, activities])
runners.sort(["points", "runner"], descending=[True, False]).head(8)

# %% duckdb
import duckdb

db = duckdb.connect()
db.execute(f"""
    CREATE TABLE earned AS
    SELECT runner_id, activity_type, points, CAST(timezone('{ZONE}', event_time) AS DATE) AS day
    FROM 'data/points_ledger.parquet' WHERE season = '{SEASON}' AND year = {YEAR} AND kind = 'EARNED'""")
db.execute(f"""
    CREATE TABLE members AS
    SELECT runner_id, runner FROM (
        SELECT DISTINCT ON (runner_id) * FROM 'data/roster.parquet' ORDER BY runner_id, reported_at DESC)
    WHERE team = 'UA' AND coalesce(active, false) AND coalesce(graduation_class IN {tuple(CLASSES)}, true)""");

# %% duckdb
runners = db.sql("""
    SELECT runner_id, runner, CAST(coalesce(sum(points), 0) AS BIGINT) AS points, count(points) AS activities
    FROM members LEFT JOIN earned USING (runner_id) GROUP BY ALL""")
weeks = db.sql("""
    SELECT strftime(date_trunc('week', day), '%Y-%m-%d') AS week, CAST(sum(points) AS BIGINT) AS points,
        count(*) AS activities, CAST(sum(sum(points)) OVER (ORDER BY week) AS BIGINT) AS cumulative_points
    FROM earned SEMI JOIN members USING (runner_id) GROUP BY week ORDER BY week""")
activities = db.sql("""
    SELECT activity_type, CAST(sum(points) AS BIGINT) AS points, count(*) AS activities
    FROM earned SEMI JOIN members USING (runner_id) GROUP BY activity_type""")
own_runners, own_weeks, own_activities = (
    [dict(zip(table.columns, row)) for row in table.fetchall()]
    for table in [runners.project("runner_id, points, activities"), weeks, activities])
runners.order("points DESC, runner").limit(8)

# %% [markdown]
# The report has the same figures, or this cell fails.

# %%
season = report_rows("figures/season.csv")
hold(own_runners, report_rows("figures/season-runners.csv", is_member="true"), ["runner_id"])
hold(own_weeks, report_rows("figures/season-weeks.csv"), ["week"])
hold(own_activities, report_rows("figures/season-activities.csv"), ["activity_type"])
hold([{"total": sum(row["points"] for row in own_runners), "members": len(own_runners)}],
     [{"total": season[0]["team_total_points"], "members": season[0]["active_roster_count"]}], [])

# %% [markdown]
# ## The climb to the rewards
#
# The team's points at the end of each week, and the thresholds. A reward's date is the report's: that of the transaction
# that reached it, with the members of that moment.

# %%
import datetime
import warnings

import matplotlib.pyplot as plt

# Letters that the font lacks appear as boxes; another one: plt.rcParams["font.family"] = "Noto Sans CJK HK"
warnings.filterwarnings("ignore", message="Glyph .* missing from font")

ends = [datetime.date.fromisoformat(row["week"]) + datetime.timedelta(days=6) for row in own_weeks]
figure, axes = plt.subplots(figsize=(7, 4), dpi=80)
axes.step(ends, [row["cumulative_points"] for row in own_weeks], where="post")
for row in (row for row in season if row["reward_id"]):
    reached = row["is_achieved"] == "true"
    axes.axhline(int(row["point_threshold"]), color="tab:green" if reached else "grey", linewidth=1, linestyle="--")
    label = row["description"] + (f", {row['achieved_date'][:10]}" if reached else "")
    axes.annotate(label, (0.01, int(row["point_threshold"])), xycoords=("axes fraction", "data"), fontsize=8,
                  xytext=(0, 2), textcoords="offset points", parse_math=False)
axes.set(ylabel="points of the team", title=f"{SEASON} {YEAR}")
figure.autofmt_xdate()
figure.tight_layout()
plt.show()

# %%
for row in (row for row in season if row["reward_id"]):
    print(f"{row['description']:28}{int(row['point_threshold']):>7,} points {float(row['progress_percentage']):>6.1f} %"
          f"  {row['achieved_date'][:10] or '–'}")
