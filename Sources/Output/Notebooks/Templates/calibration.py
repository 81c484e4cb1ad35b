# %% [markdown]
# # Calibration: are prices good probabilities?
#
# The starting prices of a race, without their margin, are probabilities: p = (1/odds) / Σ (1/odds). If they are good, of
# the runners with a p near 0.2 one in five wins. Counted are races of two starters or more with a winner, in which every
# starter has a price. A coupled entry, such as 1 and 1A, counts as one starter. Returns are before commission.
#
# The cells compute this from `data/runners.parquet` alone, then hold every figure against the CSV files of
# `railbird calibration` in `figures/`. The columns are defined in Railbird's `docs/calibration.md`.

# %% parameters
PRICE = "sp"  # the starting prices: "sp", or "bsp" of an exchange
BINS = [0, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4]  # each up to, and without, the next
BANDS = [1, 2, 3, 5, 8, 12, 20, 50]


def named(bounds, width, digits, step):
    """The groups' names, as the report's files have them."""
    ends = [f"to_{end - step:0{width}.{digits}f}" for end in bounds[1:]] + ["up"]
    return [f"{start:0{width}.{digits}f}_{end}" for start, end in zip(bounds, ends)]


bin_names, band_names = named(BINS, 5, 3, 0), named(BANDS, 5, 2, 0.01)

# %% include figures

# %% pandas
import numpy as np
import pandas as pd

columns = ["race_id", "outcome", "position", PRICE, "betting_interest"]
runners = pd.read_parquet("data/runners.parquet", columns=columns).rename(columns={PRICE: "sp"})
starters = runners[~runners["outcome"].isin(["non_runner", "void", "unresolved"])].copy()

# %% pandas
# A coupled entry is one starter: its best finisher, at the price of its first starter that has one.
in_entry = starters["betting_interest"] > 0
entries = starters[in_entry].fillna({"position": 9999}).groupby(["race_id", "betting_interest"])
best, prices = entries["position"].idxmin().tolist(), entries["sp"].first()
starters.loc[best, "sp"] = prices.tolist()
starters = starters[~in_entry | starters.index.isin(best)].copy()

# %% pandas
starters["win"] = (starters["outcome"] == "finished") & (starters["position"] == 1)
races = starters.groupby("race_id")
starters["n"] = races["sp"].transform("size")
starters["winners"] = races["win"].transform("sum")
counted = starters[(starters["n"] >= 2) & (starters["winners"] > 0)
                   & (races["sp"].transform("count") == starters["n"])].copy()

# %% pandas
inverse = 1 / counted["sp"]
counted["p"] = (inverse / inverse.groupby(counted["race_id"]).transform("sum")).round(9)
counted["y"] = counted["win"] / counted["winners"]
counted["returned"] = counted["y"] * counted["sp"]
counted["square"] = (counted["p"] - counted["y"]) ** 2
p = counted["p"].clip(1e-9, 1 - 1e-9)
counted["winner_loss"] = -counted["y"] * np.log(p)
counted["loss"] = counted["winner_loss"] - (1 - counted["y"]) * np.log(1 - p)
counted["probability"] = pd.cut(counted["p"], BINS + [np.inf], right=False, labels=bin_names).astype(str)
counted["odds_band"] = pd.cut(counted["sp"], BANDS + [np.inf], right=False, labels=band_names).astype(str)


def by(group):
    sums = group.agg(races=("race_id", "nunique"), runs=("sp", "size"), wins=("win", "sum"), actual_wins=("y", "sum"),
                     expected_wins=("p", "sum"), returned=("returned", "sum"))
    actual, expected, runs = sums["actual_wins"], sums["expected_wins"], sums["runs"]
    varies = (expected * (runs - expected) / runs).where((expected > 0) & (expected < runs))
    return sums.assign(
        actual=actual / runs, expected=expected / runs, ae=actual / expected, z=(actual - expected) / np.sqrt(varies),
        profit=sums["returned"] - runs, roi=sums["returned"] / runs - 1)


bins = by(counted.groupby("probability")).reset_index()
bands = by(counted.groupby("odds_band")).reset_index()
total = by(counted.groupby(lambda _: "all")).assign(
    log_loss=counted["loss"].mean(), brier=counted["square"].mean(),
    race_log_loss=counted["winner_loss"].sum() / counted["y"].sum(),
    race_brier=counted["square"].sum() / counted["race_id"].nunique())
own_bins, own_bands, own_total = (table.to_dict("records") for table in [bins, bands, total])
bins[["probability", "runs", "wins", "expected", "actual", "ae", "z", "roi"]].round(4)

# %% polars
import polars as pl

pl.Config.set_tbl_rows(10)
runners = pl.scan_parquet("data/runners.parquet").select(
    "race_id", "outcome", "position", pl.col(PRICE).alias("sp"), "betting_interest")
starters = runners.filter(~pl.col("outcome").is_in(["non_runner", "void", "unresolved"]))

# %% polars
# A coupled entry is one starter: its best finisher, at the price of its first starter that has one.
entry, in_entry = ["race_id", "betting_interest"], pl.col("betting_interest").fill_null(0) > 0
is_best = pl.col("position").fill_null(9999).rank("ordinal").over(entry) == 1
price = pl.col("sp").drop_nulls().first().over(entry)
starters = starters.with_columns(
    sp=pl.when(in_entry).then(price).otherwise("sp"), is_counted=~in_entry | is_best).filter("is_counted")

# %% polars
win = (pl.col("outcome") == "finished") & (pl.col("position") == 1).fill_null(False)
counted = (
    starters.with_columns(win=win).with_columns(winners=pl.col("win").sum().over("race_id"))
    .filter((pl.len().over("race_id") >= 2) & (pl.col("winners") > 0)
            & (pl.col("sp").count().over("race_id") == pl.len().over("race_id"))))

# %% polars
inverse = 1 / pl.col("sp")
p, y = pl.col("p").clip(1e-9, 1 - 1e-9), pl.col("y")


def group_of(column, bounds, names):
    place = pl.sum_horizontal(pl.col(column) >= bound for bound in bounds[1:])
    return place.replace_strict(dict(enumerate(names)), return_dtype=pl.String)


counted = counted.with_columns(
    p=(inverse / inverse.sum().over("race_id")).round(9), y=pl.col("win") / pl.col("winners"),
).with_columns(
    returned=y * pl.col("sp"), square=(pl.col("p") - y) ** 2,
    winner_loss=-y * p.log(), loss=-y * p.log() - (1 - y) * (1 - p).log(),
    probability=group_of("p", BINS, bin_names), odds_band=group_of("sp", BANDS, band_names),
).collect()


def by(frame, *group, **more):
    sums = frame.group_by(*group).agg(
        races=pl.col("race_id").n_unique(), runs=pl.len(), wins=pl.col("win").sum(), actual_wins=y.sum(),
        expected_wins=pl.col("p").sum(), returned=pl.col("returned").sum(), **more)
    actual, expected, runs = pl.col("actual_wins"), pl.col("expected_wins"), pl.col("runs")
    varies = pl.when((expected > 0) & (expected < runs)).then(expected * (runs - expected) / runs)
    return sums.with_columns(
        actual=actual / runs, expected=expected / runs, ae=actual / expected, z=(actual - expected) / varies.sqrt(),
        profit=pl.col("returned") - runs, roi=pl.col("returned") / runs - 1)


bins = by(counted, "probability").sort("probability")
bands = by(counted, "odds_band").sort("odds_band")
total = by(
    counted, pl.lit("all").alias("group"), log_loss=pl.col("loss").mean(), brier=pl.col("square").mean(),
    race_log_loss=pl.col("winner_loss").sum() / y.sum(),
    race_brier=pl.col("square").sum() / pl.col("race_id").n_unique()).drop("group")
own_bins, own_bands, own_total = (table.to_dicts() for table in [bins, bands, total])
bins.select("probability", "runs", "wins", pl.col("expected", "actual", "ae", "z", "roi").round(4))

# %% duckdb
import duckdb

db = duckdb.connect()

# %% duckdb
# A coupled entry is one starter: its best finisher, at the price of its first starter that has one.
db.execute(f"""
    CREATE VIEW starters AS
    SELECT race_id, if(betting_interest > 0, arg_min({PRICE}, file_row_number) OVER entry, {PRICE}) AS sp,
        outcome = 'finished' AND coalesce(position = 1, false) AS win
    FROM read_parquet('data/runners.parquet', file_row_number = true)
    WHERE outcome NOT IN ('non_runner', 'void', 'unresolved')
    WINDOW entry AS (PARTITION BY race_id, betting_interest)
    QUALIFY coalesce(betting_interest, 0) <= 0
        OR row_number() OVER (entry ORDER BY position NULLS LAST, file_row_number) = 1""");

# %% duckdb
db.execute("""
    CREATE TABLE counted AS
    WITH races AS (
        SELECT race_id, count_if(win) AS winners, sum(1 / sp) AS book FROM starters GROUP BY race_id
        HAVING count(*) >= 2 AND winners > 0 AND count(sp) = count(*))
    SELECT race_id, sp, win, round_even(1 / sp / book, 9) AS p, if(win, 1 / winners, 0) AS y, y * sp AS returned
    FROM starters JOIN races USING (race_id)""");

# %% duckdb
db.execute("CREATE TABLE groups (kind VARCHAR, name VARCHAR, first DOUBLE, beyond DOUBLE)")
for kind, names, bounds in [("bin", bin_names, BINS), ("band", band_names, BANDS)]:
    db.executemany("INSERT INTO groups VALUES (?, ?, ?, ?)",
                   [(kind, *group) for group in zip(names, bounds, bounds[1:] + [float("inf")])])

figures = """
    count(DISTINCT race_id) AS races, count(*) AS runs, count_if(win) AS wins, sum(y) AS actual_wins,
    sum(p) AS expected_wins, sum(y) / count(*) AS actual, sum(p) / count(*) AS expected, sum(y) / sum(p) AS ae,
    if(sum(p) > 0 AND sum(p) < count(*),
        (sum(y) - sum(p)) / sqrt(abs(sum(p) * (count(*) - sum(p)) / count(*))), NULL) AS z,
    sum(returned) AS returned, sum(returned) - count(*) AS profit, sum(returned) / count(*) - 1 AS roi"""
scores = """
    avg(-y * ln(q) - (1 - y) * ln(1 - q)) AS log_loss, avg((p - y) ** 2) AS brier,
    sum(-y * ln(q)) / sum(y) AS race_log_loss, sum((p - y) ** 2) / count(DISTINCT race_id) AS race_brier"""
bins = db.sql(f"""
    SELECT name AS probability, {figures} FROM counted JOIN groups ON kind = 'bin' AND p >= first AND p < beyond
    GROUP BY name ORDER BY name""")
bands = db.sql(f"""
    SELECT name AS odds_band, {figures} FROM counted JOIN groups ON kind = 'band' AND sp >= first AND sp < beyond
    GROUP BY name ORDER BY name""")
total = db.sql(f"""
    SELECT {figures}, {scores} FROM (SELECT *, greatest(1e-9, least(1 - 1e-9, p)) AS q FROM counted)""")
own_bins, own_bands, own_total = (
    [dict(zip(table.columns, row)) for row in table.fetchall()] for table in [bins, bands, total])
bins.project("""probability, runs, wins, round(expected, 4) AS expected, round(actual, 4) AS actual, round(ae, 4) AS ae,
    round(z, 4) AS z, round(roi, 4) AS roi""")

# %% [markdown]
# The report has the same figures to the last digit, or this cell fails.

# %%
asked = dict(basis=PRICE, baseline="multiplicative", window="all")
hold(own_bins, report_rows("figures/bins.csv", **asked), ["probability"])
hold(own_bands, report_rows("figures/odds.csv", **asked), ["odds_band"])
hold(own_total, report_rows("figures/total.csv", **asked), [])

# %% [markdown]
# ## Expected and actual
#
# On the line the prices are right. The bars are Wilson's 95 % intervals of the actual share; a bin whose bar misses the
# line deserves a look – and one of twenty misses it by luck. Right: what level stakes returned by odds.

# %%
import matplotlib.pyplot as plt


def wilson(share, runs, z=1.96):
    middle = share + z * z / (2 * runs)
    reach = z * (share * (1 - share) / runs + z * z / (4 * runs * runs)) ** 0.5
    return (middle - reach) / (1 + z * z / runs), (middle + reach) / (1 + z * z / runs)


figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), dpi=80)
rows = sorted(own_bins, key=lambda row: row["probability"])
for row in rows:
    low, high = wilson(row["actual"], row["runs"])
    left.plot([row["expected"]] * 2, [low, high], color="grey", linewidth=1)
left.scatter([row["expected"] for row in rows], [row["actual"] for row in rows], s=16, zorder=3)
left.plot([0, 0.6], [0, 0.6], "--", color="grey", linewidth=1)
left.set(xlabel="expected share of wins", ylabel="actual share of wins", title="Prices as probabilities")
rows = sorted(own_bands, key=lambda row: row["odds_band"])
right.barh([row["odds_band"].replace("_to_", "–").replace("_up", "–") for row in rows], [row["roi"] for row in rows])
right.axvline(0, color="grey", linewidth=1)
right.set(xlabel="return on one unit each", title="Favourites and longshots")
figure.tight_layout()
plt.show()

# %%
row, beyond = own_total[0], [row for row in own_bins if row["z"] is not None and abs(row["z"]) > 1.96]
print(f"{row['races']:,} races, {row['runs']:,} runners: log-loss {row['log_loss']:.6f}, Brier score {row['brier']:.6f}")
print(f"{len(beyond)} of {len(own_bins)} bins beyond z = 1.96")
