# %% [markdown]
# # Features for a model
#
# What may a model know of a runner on the morning of its race? The record of its jockey and its trainer over the 90 and
# 365 days before: runs, wins, strike rate – nothing of the day itself or later.
#
# The cells compute these features from `data/runners.parquet`, and hold each of them against the file of
# `railbird features`, `figures/features.csv.gz`. Then they fit a small model to the earlier races and rate it on the later
# ones. The columns are defined in Railbird's `docs/features.md`.

# %% parameters
PRICE = "sp"  # the starting prices: "sp", or "bsp" of an exchange
PEOPLE = ["jockey", "trainer"]
DAYS = [90, 365]

# %% include figures

# %% [markdown]
# A record is summed by day first: a window of N days before a day D has the days from D − N to the day before D.

# %% pandas
import numpy as np
import pandas as pd

columns = ["race_id", "date", "number", "horse", "outcome", "position", PRICE]
runners = pd.read_parquet("data/runners.parquet", columns=columns + PEOPLE).rename(columns={PRICE: "sp"})
starters = runners[~runners["outcome"].isin(["non_runner", "void", "unresolved"])].copy()
starters["win"] = ((starters["outcome"] == "finished") & (starters["position"] == 1)).astype(int)
starters["date"] = pd.to_datetime(starters["date"])

features = starters
for person in PEOPLE:
    daily = starters.groupby([person, "date"], as_index=False).agg(runs=("win", "size"), wins=("win", "sum"))
    for days in DAYS:
        earlier = daily.groupby(person).rolling(f"{days}D", on="date", closed="left")[["runs", "wins"]].sum().fillna(0)
        runs, wins = (earlier[what].astype("Int64").to_numpy() for what in ["runs", "wins"])
        names = [f"{person}_{what}_{days}" for what in ["runs", "wins", "win_rate"]]
        record = daily[[person, "date"]].assign(**dict(zip(names, [runs, wins, wins / np.where(runs > 0, runs, np.nan)])))
        features = features.merge(record, on=[person, "date"], how="left")
features["date"] = features["date"].dt.strftime("%Y-%m-%d")
own = features.drop(columns=["outcome", "position"]).astype(object).where(features.notna(), None).to_dict("records")
features[["date", "jockey", "jockey_runs_365", "jockey_wins_365", "jockey_win_rate_365"]].tail(5).round(4)

# %% polars
import polars as pl

runners = pl.read_parquet("data/runners.parquet").select(
    "race_id", "date", "number", "horse", "outcome", "position", pl.col(PRICE).alias("sp"), *PEOPLE)
win = ((pl.col("outcome") == "finished") & (pl.col("position") == 1)).fill_null(False)
starters = runners.filter(~pl.col("outcome").is_in(["non_runner", "void", "unresolved"])).with_columns(win=win.cast(pl.Int64))

features = starters
for person in PEOPLE:
    daily = starters.drop_nulls(person).group_by(person, "date").agg(
        runs=pl.len().cast(pl.Int64), wins=pl.col("win").sum()).sort(person, "date")
    for days in DAYS:
        runs, wins = f"{person}_runs_{days}", f"{person}_wins_{days}"
        record = daily.select(
            person, "date",
            pl.col("runs").rolling_sum_by("date", f"{days}d", min_samples=0, closed="left").over(person).fill_null(0).alias(runs),
            pl.col("wins").rolling_sum_by("date", f"{days}d", min_samples=0, closed="left").over(person).fill_null(0).alias(wins))
        features = features.join(record, on=[person, "date"], how="left").with_columns(
            pl.when(pl.col(runs) > 0).then(pl.col(wins) / pl.col(runs)).alias(f"{person}_win_rate_{days}"))
features = features.with_columns(pl.col("date").dt.to_string("%Y-%m-%d"))
own = features.drop("outcome", "position").to_dicts()
features.select("date", "jockey", "jockey_runs_365", "jockey_wins_365", pl.col("jockey_win_rate_365").round(4)).tail(5)

# %% duckdb
import duckdb

db = duckdb.connect()
db.execute(f"""
    CREATE TABLE starters AS
    SELECT race_id, date, number, horse, {PRICE} AS sp, {', '.join(PEOPLE)},
        CAST(outcome = 'finished' AND coalesce(position = 1, false) AS INTEGER) AS win
    FROM 'data/runners.parquet' WHERE outcome NOT IN ('non_runner', 'void', 'unresolved')""")
for person in PEOPLE:
    windows = ", ".join(f"w{days} AS (PARTITION BY {person} ORDER BY date RANGE BETWEEN INTERVAL {days} DAYS PRECEDING "
                        "AND INTERVAL 1 DAY PRECEDING)" for days in DAYS)
    sums = ", ".join(f"CAST(coalesce(sum({what}) OVER w{days}, 0) AS BIGINT) AS {person}_{what}_{days}"
                     for days in DAYS for what in ["runs", "wins"])
    db.execute(f"""
        CREATE TABLE {person}_record AS
        WITH daily AS (SELECT {person}, date, count(*) AS runs, sum(win) AS wins FROM starters GROUP BY ALL)
        SELECT {person}, date, {sums} FROM daily WHERE {person} IS NOT NULL WINDOW {windows}""")
rates = ", ".join(f"{person}_wins_{days} / nullif({person}_runs_{days}, 0) AS {person}_win_rate_{days}"
                  for person in PEOPLE for days in DAYS)
features = db.sql(f"""
    SELECT * REPLACE (strftime(date, '%Y-%m-%d') AS date), {rates}
    FROM starters LEFT JOIN jockey_record USING (jockey, date) LEFT JOIN trainer_record USING (trainer, date)
    ORDER BY date, CAST(race_id AS VARCHAR), number""")
own = [dict(zip(features.columns, row)) for row in features.fetchall()]
db.sql("SELECT * FROM features ORDER BY date DESC, horse LIMIT 5").project(
    "date, jockey, jockey_runs_365, jockey_wins_365, round(jockey_win_rate_365, 4) AS jockey_win_rate_365")

# %% [markdown]
# The file of `railbird features` has the same values, or this cell fails. It holds the last year alone, but its records
# reach back before that.

# %%
report = report_rows("figures/features.csv.gz")
first = min(row["date"] for row in report)
recent = [row for row in own if row["date"] >= first]
names = [f"{person}_{what}_{days}" for person in PEOPLE for days in DAYS for what in ["runs", "wins", "win_rate"]]
keys = ["race_id", "number", "horse"]


def plain(row):
    number = None if row["number"] is None else int(row["number"])
    return {"race_id": row["race_id"], "number": number, "horse": row["horse"], "date": row["date"]} | {name: row[name] for name in names}


hold([plain(row) for row in recent], report, keys, slack=0)

# %% [markdown]
# ## A model, rated on races that it has not seen
#
# A logistic regression, fitted by Newton's method to the first two thirds of the year's days: of the market's probability
# (as log-odds), of the records, and of both. Each horse of a coupled entry counts, at its own price. The log-loss of the
# last third tells how good each is; 0 would be certain and right. A record that adds nothing to the market is the usual
# result, and an honest one.

# %%
import numpy as np

book = {}
for row in recent:
    if row["sp"]:
        book[row["race_id"]] = book.get(row["race_id"], 0) + 1 / row["sp"]
# Whole order, so that all three libraries fit the same sums.
used = sorted((row for row in recent if row["sp"] and book[row["race_id"]] > 1 / row["sp"]),
              key=lambda row: (row["date"], row["race_id"], row["number"] or 0, row["horse"] or ""))
market = np.array([1 / row["sp"] / book[row["race_id"]] for row in used])
won = np.array([float(row["win"]) for row in used])
days = sorted({row["date"] for row in used})
assert len(days) >= 3, "a model needs races with prices on three days of the last year"
is_late = np.array([row["date"] >= days[len(days) * 2 // 3] for row in used])


def record(person):
    """Strike rates of a year, drawn towards the mean by ten runs of it."""
    runs, wins = (np.array([float(row[f"{person}_{what}_365"] or 0) for row in used]) for what in ["runs", "wins"])
    # A winner and a loser more: few runners may have none of one kind, and a mean of 0 or 1 has no log-odds.
    mean = (won[~is_late].sum() + 1) / (np.sum(~is_late) + 2)
    return (wins + 10 * mean) / (runs + 10)


def fitted(*inputs):
    """The probabilities of a logistic regression on the inputs' log-odds, fitted to the earlier days."""
    x = np.column_stack([np.ones(len(used))] + [np.log(column / (1 - column)) for column in inputs])
    weights = np.zeros(x.shape[1])

    def chances():
        # Where the inputs tell all winners apart, the weights grow without end; the limit keeps the losses finite.
        return 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))

    for _ in range(25):
        p = chances()[~is_late]
        slope = x[~is_late].T @ (won[~is_late] - p)
        bend = x[~is_late].T * (p * (1 - p)) @ x[~is_late] + 1e-9 * np.eye(x.shape[1])
        weights += np.linalg.solve(bend, slope)
    return chances()


jockey, trainer = record("jockey"), record("trainer")
models = {"strike rate of all": fitted(), "records": fitted(jockey, trainer), "market": fitted(market),
          "market and records": fitted(market, jockey, trainer)}
losses = {name: -np.log(np.where(won == 1, p, 1 - p))[is_late].mean() for name, p in models.items()}
print(f"fitted to {np.sum(~is_late):,} runners, rated on {np.sum(is_late):,}\n")
for name, loss in losses.items():
    print(f"{name:20} log-loss {loss:.4f}")

# %%
import matplotlib.pyplot as plt

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), dpi=80)
left.plot(list(losses.values()), list(losses), "o")
left.set(xlabel="log-loss, later races", title="Less is better")
left.grid(axis="y", linewidth=0.5)
for name in ["records", "market"]:
    order = np.argsort(models[name][is_late], kind="stable")
    fifths = np.array_split(order, min(5, len(order)))
    right.plot([models[name][is_late][fifth].mean() for fifth in fifths], [won[is_late][fifth].mean() for fifth in fifths],
               "o-", label=name)
right.plot([0, 0.25], [0, 0.25], "--", color="grey", linewidth=1)
right.set(xlabel="probability of the model", ylabel="share of wins", title="By fifths of the runners")
right.legend()
figure.tight_layout()
plt.show()
