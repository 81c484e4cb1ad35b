# %% [markdown]
# # Return on investment, and luck
#
# One unit is staked on every starter at its starting price `PRICE`, before commission; a coupled entry, such as 1 and 1A,
# is one bet. Below, `sp` is that price. The market's prices promise a return, too: a runner with the fair probability p
# returns p·sp on average. The distance between the two, in standard deviations, is `z`; with no skill anywhere one name in
# twenty is farther than 1.96 from 0.
#
# The cells compute this from `data/runners.parquet` alone, then hold every figure against the CSV file of
# `railbird report --luck` in `figures/`. The columns are defined in Railbird's `docs/reports.md`, §4 and §12.

# %% parameters
PRICE = "sp"  # the starting prices: "sp", or "bsp" of an exchange
KEY = "jockey"  # or "trainer"

# %% include figures

# %% pandas
import numpy as np
import pandas as pd

columns = ["race_id", KEY, "outcome", "position", PRICE, "betting_interest"]
runners = pd.read_parquet("data/runners.parquet", columns=columns).rename(columns={PRICE: "sp"})
starters = runners[~runners["outcome"].isin(["non_runner", "void", "unresolved"])].copy()

# %% pandas
# A coupled entry is one bet: on its best finisher, at the price of its first starter that has one.
in_entry = starters["betting_interest"] > 0
entries = starters[in_entry].fillna({"position": 9999}).groupby(["race_id", "betting_interest"])
best, prices = entries["position"].idxmin(), entries["sp"].first()
starters.loc[in_entry, "sp"] = np.nan
starters.loc[best.tolist(), "sp"] = prices.tolist()

# %% pandas
# Whole races first: the probability of each runner, and in a dead heat of t for first 1/t of the odds.
starters["win"] = (starters["outcome"] == "finished") & (starters["position"] == 1)
tied = starters.groupby("race_id")["win"].transform("sum")
starters["share"] = (starters["win"] / tied.where(tied > 0, 1)).where(starters["sp"].notna())
book = (1 / starters["sp"]).groupby(starters["race_id"]).transform("sum")
starters["p"] = (1 / starters["sp"] / book).round(9)
starters["returned"] = starters["share"] * starters["sp"]
starters["promised"] = (starters["p"] * starters["sp"]).round(6)
starters["square"] = (starters["p"] * starters["sp"] ** 2).round(6)

# Of a name's runners in one race one can win at most.
races = starters.groupby([KEY, "race_id"])[["promised", "square"]].sum()
variance = (races["square"] - (races["promised"] ** 2).round(6)).groupby(KEY).sum().round(6)

# %% pandas
names = starters.groupby(KEY).agg(
    runs=("outcome", "size"), wins=("win", "sum"), sp_bets=("sp", "count"), shares=("share", "sum"),
    returned=("returned", "sum"), promised=("promised", "sum"), expected_wins=("p", "sum"))
priced = names["sp_bets"] > 0
names.loc[~priced, ["returned", "promised", "expected_wins"]] = np.nan
bets = names["sp_bets"].where(priced)
names["sp_returned"] = names["returned"]
names["sp_profit"] = names["returned"] - bets
names["sp_roi"] = names["sp_profit"] / bets
names["ae"] = names["shares"] / names["expected_wins"]
names["expected_roi"] = names["promised"] / bets - 1
names["luck_sd"] = np.sqrt(variance.where(priced & (variance >= 0))) / bets
names["z"] = (names["sp_roi"] - names["expected_roi"]) / names["luck_sd"].where(names["luck_sd"] > 0)
own = names.drop(columns=["shares", "returned", "promised"]).reset_index().to_dict("records")
names.sort_values(["runs", "wins"], ascending=False).head(8)[["runs", "wins", "sp_bets", "sp_roi", "ae", "z"]].round(4)

# %% polars
import polars as pl

pl.Config.set_tbl_rows(8)
runners = pl.scan_parquet("data/runners.parquet").select(
    "race_id", KEY, "outcome", "position", pl.col(PRICE).alias("sp"), "betting_interest")
starters = runners.filter(~pl.col("outcome").is_in(["non_runner", "void", "unresolved"]))

# %% polars
# A coupled entry is one bet: on its best finisher, at the price of its first starter that has one.
entry, in_entry = ["race_id", "betting_interest"], pl.col("betting_interest").fill_null(0) > 0
is_best = pl.col("position").fill_null(9999).rank("ordinal").over(entry) == 1
price = pl.col("sp").drop_nulls().first().over(entry)
starters = starters.with_columns(sp=pl.when(~in_entry).then("sp").when(is_best).then(price))

# %% polars
# Whole races first: the probability of each runner, and in a dead heat of t for first 1/t of the odds.
win = (pl.col("outcome") == "finished") & (pl.col("position") == 1).fill_null(False)
priced = starters.with_columns(win=win, inverse=1 / pl.col("sp")).with_columns(
    share=pl.when(pl.col("sp").is_not_null()).then(
        pl.when("win").then(1 / pl.col("win").sum().over("race_id")).otherwise(0.0)),
    p=(pl.col("inverse") / pl.col("inverse").sum().over("race_id")).round(9),
).with_columns(
    returned=pl.col("share") * pl.col("sp"),
    promised=(pl.col("p") * pl.col("sp")).round(6),
    square=(pl.col("p") * pl.col("sp") ** 2).round(6),
)
named = priced.filter(pl.col(KEY).is_not_null())

# Of a name's runners in one race one can win at most.
variance = (
    named.group_by(KEY, "race_id").agg(pl.col("promised").sum(), pl.col("square").sum())
    .group_by(KEY).agg(v=(pl.col("square") - (pl.col("promised") ** 2).round(6)).sum().round(6)))

# %% polars
bets = pl.col("sp_bets")
names = (
    named.group_by(KEY).agg(
        runs=pl.len(), wins=pl.col("win").sum(), sp_bets=pl.col("sp").count(), shares=pl.col("share").sum(),
        sp_returned=pl.col("returned").sum(), promised=pl.col("promised").sum(), expected_wins=pl.col("p").sum())
    .join(variance, on=KEY)
    .with_columns(pl.when(bets > 0).then(pl.col("sp_returned", "promised", "expected_wins", "v")))
    .with_columns(
        sp_profit=pl.col("sp_returned") - bets,
        sp_roi=pl.col("sp_returned") / bets - 1,
        ae=pl.col("shares") / pl.col("expected_wins"),
        expected_roi=pl.col("promised") / bets - 1,
        luck_sd=pl.when(pl.col("v") >= 0).then(pl.col("v").clip(0).sqrt() / bets))
    .with_columns(z=pl.when(pl.col("luck_sd") > 0).then(
        (pl.col("sp_roi") - pl.col("expected_roi")) / pl.col("luck_sd")))
    .drop("shares", "promised", "v").collect())
own = names.to_dicts()
names.sort("runs", "wins", descending=True).head(8).select(
    KEY, "runs", "wins", "sp_bets", pl.col("sp_roi", "ae", "z").round(4))

# %% duckdb
import duckdb

db = duckdb.connect()
db.execute(f"""
    CREATE VIEW runners AS
    SELECT race_id, {KEY} AS name, {PRICE} AS sp, betting_interest, position, file_row_number AS row,
        outcome = 'finished' AND coalesce(position = 1, false) AS win
    FROM read_parquet('data/runners.parquet', file_row_number = true)
    WHERE outcome NOT IN ('non_runner', 'void', 'unresolved')""");

# %% duckdb
# A coupled entry is one bet: on its best finisher, at the price of its first starter that has one.
db.execute("""
    CREATE VIEW starters AS
    SELECT * REPLACE (CASE
        WHEN coalesce(betting_interest, 0) <= 0 THEN sp
        WHEN row_number() OVER (entry ORDER BY position NULLS LAST, row) = 1 THEN arg_min(sp, row) OVER entry
        END AS sp)
    FROM runners WINDOW entry AS (PARTITION BY race_id, betting_interest)""");

# %% duckdb
# Whole races first: the probability of each runner, and in a dead heat of t for first 1/t of the odds.
db.execute("""
    CREATE TABLE priced AS
    WITH shares AS (
        SELECT *, if(sp IS NULL, NULL, if(win, 1 / count_if(win) OVER race, 0)) AS share,
            round_even(1 / sp / sum(1 / sp) OVER race, 9) AS p
        FROM starters WINDOW race AS (PARTITION BY race_id))
    SELECT *, share * sp AS returned, round_even(p * sp, 6) AS promised, round_even(p * sp * sp, 6) AS square
    FROM shares WHERE name IS NOT NULL""");

# %% duckdb
# Of a name's runners in one race one can win at most.
names = db.sql(f"""
    WITH races AS (
        SELECT name, coalesce(sum(square) - round_even(sum(promised) ** 2, 6), 0) AS v
        FROM priced GROUP BY name, race_id),
    spread AS (SELECT name, round_even(sum(v), 6) AS v FROM races GROUP BY name),
    sums AS (
        SELECT name, count(*) AS runs, count_if(win) AS wins, count(sp) AS sp_bets, sum(share) AS shares,
            sum(returned) AS sp_returned, sum(promised) AS promised, sum(p) AS expected_wins
        FROM priced GROUP BY name),
    figures AS (
        SELECT *, nullif(sp_bets, 0) AS bets, if(sp_bets > 0 AND v >= 0, sqrt(greatest(v, 0)) / sp_bets, NULL) AS luck_sd
        FROM sums JOIN spread USING (name))
    SELECT name AS {KEY}, runs, wins, sp_bets, sp_returned, sp_returned - bets AS sp_profit,
        sp_returned / bets - 1 AS sp_roi, expected_wins, shares / expected_wins AS ae,
        promised / bets - 1 AS expected_roi, luck_sd,
        (sp_returned - promised) / bets / nullif(luck_sd, 0) AS z
    FROM figures""")
own = [dict(zip(names.columns, row)) for row in names.fetchall()]
names.order("runs DESC, wins DESC").limit(8).project(
    f"{KEY}, runs, wins, sp_bets, round(sp_roi, 4) AS sp_roi, round(ae, 4) AS ae, round(z, 4) AS z")

# %% [markdown]
# The report has the same figures to the last digit, or this cell fails. It has luck at `sp` alone.

# %%
report = report_rows(f"figures/{KEY}.csv", window="all")
printed = [{name.replace("sp_", PRICE + "_", 1): value for name, value in row.items()} for row in own]
hold([{name: value for name, value in row.items() if name in report[0]} for row in printed], report, [KEY])

# %% [markdown]
# ## The funnel
#
# Few bets say little: the fewer, the farther from its promise a return goes by luck alone. Between the inner lines are 95 of
# 100 names without skill, between the outer ones 998 of 1,000. The lines are those of the average bet; a name that backs
# longer prices strays farther, so `z` and not the line decides. Names of fewer than ten bets are left out of the picture.

# %%
import warnings

import matplotlib.pyplot as plt

# Letters that the font lacks appear as boxes; another one: plt.rcParams["font.family"] = "Noto Sans CJK HK"
warnings.filterwarnings("ignore", message="Glyph .* missing from font")

points = [row for row in own if row["sp_bets"] > 0 and row["luck_sd"] == row["luck_sd"] and row["luck_sd"] is not None]
all_bets = sum(row["sp_bets"] for row in points)
deviation = (sum((row["luck_sd"] * row["sp_bets"]) ** 2 for row in points) / all_bets) ** 0.5
shown = [row for row in points if row["sp_bets"] >= 10] or points
least, most = min(row["sp_bets"] for row in shown), max(row["sp_bets"] for row in shown)
steps = [least + (most - least) * step / 200 for step in range(201)]

figure, axes = plt.subplots(figsize=(7, 4), dpi=80)
for reach, style in [(1.96, "--"), (3.09, ":")]:
    for sign in [1, -1]:
        axes.plot(steps, [sign * reach * deviation / step ** 0.5 for step in steps], style, color="grey", linewidth=1)
axes.axhline(0, color="grey", linewidth=1)
axes.scatter([row["sp_bets"] for row in shown], [row["sp_roi"] - row["expected_roi"] for row in shown], s=14)
for row in sorted(shown, key=lambda row: (-abs(row["z"] or 0), row[KEY]))[:3]:
    axes.annotate(row[KEY], (row["sp_bets"], row["sp_roi"] - row["expected_roi"]), fontsize=8,
                  xytext=(4, 4), textcoords="offset points", parse_math=False)
highest = max(row["sp_roi"] - row["expected_roi"] for row in shown)
axes.set_ylim(-1.2, max(1.2, highest * 1.15))
axes.set(xlabel="bets", ylabel="return less what the prices promise", title=f"By {KEY}, all races")
figure.tight_layout()
plt.show()

# %% [markdown]
# ## The report's verdict
#
# `p` is the chance of a result as far off by luck, and `q` is `p` adjusted for the number of names: of the names with
# `q` up to 0.05 one in twenty is expected to be there by luck.

# %%
far = [row for row in points if abs(row["z"] or 0) > 1.96]
print(f"{len(far)} of {len(points)} names beyond 1.96; luck alone: about {len(points) / 20:.0f}")
judged = [row for row in report if row.get("p")]
print(f"{sum(float(row['q']) <= 0.05 for row in judged)} with q up to 0.05")
print(f"\n{KEY:24}{'bets':>6}{'ROI':>10}{'promised':>10}{'z':>8}{'p':>8}{'q':>8}")
for row in sorted(judged, key=lambda row: (float(row["p"]), row[KEY]))[:5]:
    print(f"{row[KEY]:24}{row['sp_bets']:>6}{float(row['sp_roi']):>10.3f}{float(row['expected_roi']):>10.3f}"
          f"{float(row['z']):>8.2f}{float(row['p']):>8.3f}{float(row['q']):>8.3f}")
