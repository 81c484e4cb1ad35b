import ColumnStore
import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// The SQL of a question about a dataset's starters; its answer has exact integers.
///
/// Spark's dialect, without floating point and without `/`. All orders end in a row's own number,
/// so an answer does not depend on how the engine divides its work.
struct StarterQuery {
  /// The view of the dataset's rows that queries read.
  static let view = "railbird_starters"

  private let scope: ResolvedScope
  private let keys: [StarterKey]
  /// The roles with aliases in the question.
  private let roles: [String]
  private let numbers: NumberSteps

  /// Creates the query for the sums of some keys' entities.
  init(_ scope: ResolvedScope, by dimension: Dimension) {
    self.scope = scope
    keys = dimension.keys.map { StarterKey($0) }
    numbers = NumberSteps(keys.compactMap(\.number) + (scope.filter?.expression.numbers ?? []))
    let fields = keys.flatMap(\.fields) + (scope.filter?.fieldNames ?? [])
    roles = NameAliases.roles.filter {
      fields.contains($0) && !scope.aliases.spellings(of: $0).isEmpty
    }
  }

  /// The fields that the question uses, each with its option.
  var fields: [(option: String, name: String)] {
    keys.flatMap(\.fields).map { ("--by", $0) }
      + (scope.filter?.fieldNames ?? []).map { ("--where", $0) }
  }

  /// The groups of bets to sum up.
  var groups: [BetGroup] {
    BetGroup.standard + scope.figures.groups.filter { $0.basis == nil }
  }

  /// Whether each row of the answer is one month's runs: a sequence of all runners' runs would
  /// occupy a single thread.
  var hasStretches: Bool { keys.allSatisfy(\.isCoarse) }

  /// The names of the answer's columns of keys.
  var keyNames: [String] { keys.indices.map { "key_\($0)" } }

  /// The query for the sums of each entity and age band.
  ///
  /// - `counted`: the starters that count, and the parts of sums that each adds.
  /// - `numbered`: also the starter's number among the runs of its entity and band, and the sums of
  ///   the bets on its race, which are one bet on a market.
  /// - `traced`: the highest profit so far and the last win so far; a race's bets, net of
  ///   commission, only at its first runner.
  var sums: String {
    let names = keyNames + ["band"] + (hasStretches ? ["stretch"] : [])
    let partition = names.joined(separator: ", ")
    let race = "PARTITION BY \(partition), race_day, race_order"
    let inOrder = "PARTITION BY \(partition) ORDER BY race_day, race_order, runner_order"
    let soFar = "\(inOrder) ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
    var numbered = [
      "ROW_NUMBER() OVER (\(inOrder)) AS run",
      "COUNT(*) OVER (PARTITION BY \(partition)) AS last_run",
      "SUM(COALESCE(\(bank), 0)) OVER (\(soFar)) AS profit_so_far",
      "ROW_NUMBER() OVER (\(race) ORDER BY runner_order) AS place_in_race",
    ]
    var traced = [
      "GREATEST(MAX(profit_so_far) OVER (\(soFar)), 0) AS peak_so_far",
      "MAX(CASE WHEN won THEN run END) OVER (\(soFar)) AS last_win",
    ]
    for group in groups {
      let own = StarterSums.profit(group)
      numbered += [
        "SUM(\(own)) OVER (\(race)) AS race_\(own)",
        "COUNT(\(own)) OVER (\(race)) AS race_\(own)_bets",
      ]
      traced += [
        "CASE WHEN place_in_race = 1 THEN \(net("race_\(own)", of: group)) END AS net_\(own)",
        "CASE WHEN place_in_race = 1 THEN race_\(own)_bets END AS net_\(own)_bets",
      ]
    }
    if hasLuck {
      numbered += [
        "SUM(luck_expected) OVER (\(race)) AS race_expected",
        "SUM(luck_square) OVER (\(race)) AS race_square",
        "ROW_NUMBER() OVER (PARTITION BY \(partition) ORDER BY winner_return DESC NULLS LAST, "
          + "race_day, race_order, runner_order) AS return_rank",
      ]
      traced.append("CASE WHEN place_in_race = 1 THEN race_expected END AS net_expected")
      traced.append(
        "CASE WHEN place_in_race = 1 THEN race_square - "
          + SQLText.halfEven("race_expected * race_expected", over: 1_000_000) + " END AS variance")
    }
    return """
      WITH counted AS (
        SELECT \(counted.joined(separator: ",\n    "))
        FROM \(source) LEFT JOIN (VALUES \(weights)) AS weights(age, weight)
          ON weights.age = \(scope.asOf.number) - s.race_day
        WHERE \(conditions.joined(separator: "\n    AND "))
      ),
      numbered AS (
        SELECT counted.*,
          \(numbered.joined(separator: ",\n    "))
        FROM counted
        WHERE \(keyNames.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))
      ),
      traced AS (
        SELECT numbered.*,
          \(traced.joined(separator: ",\n    "))
        FROM numbered
      )
      SELECT \(partition),
        \(answers.map { "\($0.sql) AS \($0.name)" }.joined(separator: ",\n  "))
      FROM traced
      GROUP BY \(partition)
      """
  }

  /// The columns of ``population`` with numbers of bets, in the order of the price bases, and last
  /// those at the price by name.
  var betCounts: [String] {
    PriceBasis.allCases.map { "\($0.rawValue)_bets" }
      + (scope.figures.price == nil ? [] : ["price_bets"])
  }

  /// The query for the counts of each age band, with known and unknown keys; runners outside all
  /// windows have no band.
  var population: String {
    let counts = ["starters", "non_runners", "wins"] + betCounts
    let named =
      scope.figures.price == nil ? "" : ",\n    s.\(StarterSums.price(market)) > 0 AS price_bets"
    let perRace = counts.map { "COUNT(CASE WHEN \($0) THEN 1 END) AS \($0)" }
    return """
      WITH runners AS (
        SELECT \(band) AS band, s.race_day AS race_day, s.race_order AS race_order,
          s.started AS starters, s.outcome = 'non_runner' AS non_runners,
          s.started AND s.position = 1 AS wins, s.bet_sp > 0 AS sp_bets,
          s.tote_profit IS NOT NULL AS tote_bets, s.bet_bsp > 0 AS bsp_bets\(named)
        FROM \(source)
        WHERE \(before.joined(separator: "\n    AND "))
      ),
      races AS (
        SELECT band, race_day, race_order, COUNT(*) AS runners,
          \(perRace.joined(separator: ",\n    "))
        FROM runners
        GROUP BY band, race_day, race_order
      )
      SELECT band, COUNT(*) AS races,
        \((["runners"] + counts).map { "CAST(SUM(\($0)) AS BIGINT) AS \($0)" }
          .joined(separator: ",\n  "))
      FROM races
      GROUP BY band
      """
  }

  /// The query for the values of the fields that the condition compares with names; nil if it
  /// compares none.
  var names: String? {
    let fields = Set(scope.filter?.namesAsked.map(\.field) ?? []).filter {
      KeyColumns.orderedNames(ofKey: $0) == nil
    }
    guard !fields.isEmpty else { return nil }
    return fields.sorted().map { field in
      "SELECT DISTINCT \(SQLText.text(field)) AS field, \(value(field)) AS name FROM \(source) "
        + "WHERE \(value(field)) IS NOT NULL"
    }.joined(separator: "\nUNION ALL ")
  }

  /// The query for the numbers of runners, of those that meet the condition, and of those that have
  /// each key, in a single row.
  var tally: String {
    let meets = scope.filter?.expression.inSQL(numbers, value) ?? "TRUE"
    let own = keys.map { $0.sql(value, numbers) }
    let all = ([meets] + own.map { "\($0) IS NOT NULL" }).joined(separator: " AND ")
    let having = zip(keyNames, own).map { "COUNT(\($1)) AS \($0)" }
    let counts =
      [
        "COUNT(*) AS runners", "COUNT(CASE WHEN \(meets) THEN 1 END) AS meeting",
        "COUNT(CASE WHEN \(all) THEN 1 END) AS answered",
      ] + having
    return """
      SELECT \(counts.joined(separator: ",\n  "))
      FROM \(source)
      WHERE \(past.joined(separator: " AND "))
      """
  }

  /// The query for the numbers of runners that have the keys to offer, in a single row.
  static let keysToOffer =
    "SELECT "
    + StoreCheck.keysToOffer.map { "COUNT(s.\(SQLText.name($0))) AS \($0)" }
    .joined(separator: ", ") + " FROM \(SQLText.name(view)) AS s"

  // MARK: - Implementation

  private var hasLuck: Bool { scope.figures.luck != nil }

  private var market: Market { scope.figures.market }

  /// The column of a run's profit at the market's price, after the commission on it alone.
  private var bank: String {
    market.isOfExchange ? "bank" : StarterSums.profit(market.group)
  }

  /// The view, joined with the names of spellings.
  private var source: String {
    ([numbers.source(SQLText.name(Self.view))]
      + roles.map { role in
        let rows = scope.aliases.spellings(of: role)
          .map { "(\(SQLText.text($0.key)), \(SQLText.text($0.value)))" }.sorted()
        return
          "LEFT JOIN (VALUES \(rows.joined(separator: ", "))) AS alias_\(role)(spelling, name) "
          + "ON alias_\(role).spelling = s.\(role)"
      }).joined(separator: "\n    ")
  }

  private func value(_ field: String) -> String {
    if roles.contains(field) { return "COALESCE(alias_\(field).name, s.\(field))" }
    return "s." + SQLText.name(field == "date" ? "race_day" : field)
  }

  /// The conditions on runners before the as-of date.
  private var past: [String] {
    let last = scope.asOf - 1
    return ["s.race_day <= \(last.number)", "s.month <= \(SQLText.text(Month(of: last).iso))"]
  }

  /// The conditions on runners that count, in windows or not.
  private var before: [String] {
    past + (scope.filter.map { [$0.expression.inSQL(numbers, value)] } ?? [])
  }

  /// The conditions on starters that count in some window.
  private var conditions: [String] {
    let oldest = scope.bands.oldestAge
    guard oldest != .max else { return ["s.started"] + before }
    let first = scope.asOf - oldest
    return [
      "s.started", "s.race_day >= \(first.number)",
      "s.month >= \(SQLText.text(Month(of: first).iso))",
    ] + before
  }

  private var band: String {
    let cases = scope.bands.upperAges.enumerated().map { band, age in
      age == .max ? "ELSE \(band)" : "WHEN s.race_day >= \((scope.asOf - age).number) THEN \(band)"
    }
    return cases == ["ELSE 0"] ? "0" : "CASE \(cases.joined(separator: " ")) END"
  }

  /// The weights of recent form, by age.
  private var weights: String {
    HalfLife.weights(days: RecentCell.lastAge).enumerated().dropFirst()
      .map { "(\($0), \($1))" }.joined(separator: ", ")
  }

  private var counted: [String] {
    let baseline = scope.figures.baseline
    let odds = "s." + StarterSums.price(scope.figures.expectedMarket)
    var columns = zip(keyNames, keys).map { "\($1.sql(value, numbers)) AS \($0)" }
    columns += ["\(band) AS band"] + (hasStretches ? ["s.month AS stretch"] : [])
    columns += [
      "s.race_day AS race_day", "s.race_order AS race_order", "s.runner_order AS runner_order",
      "COALESCE(s.position = 1, FALSE) AS won",
      "s.\(StarterSums.placed(scope.placeTerms)) AS placed", "s.form AS form",
      "s.prb AS prb", "weights.weight AS weight", "s.bet_sp AS bet_sp", "s.bet_bsp AS bet_bsp",
      "s.\(StarterSums.probability(baseline)) AS probability",
      "CASE WHEN \(odds) > 0 THEN s.win_share ELSE 0 END AS win_share",
    ]
    let profits = groups.contains(market.group) ? groups : groups + [market.group]
    columns += profits.map { "\(profit($0)) AS \(StarterSums.profit($0))" }
    let (price, gross) = ("s." + StarterSums.price(market), profit(market.group))
    if market.group == .price { columns.append("\(price) AS bet_price") }
    if market.isOfExchange { columns.append("\(net(gross)) AS bank") }
    if hasLuck {
      columns += [
        "s.luck_expected AS luck_expected", "s.luck_square AS luck_square",
        "CASE WHEN s.position = 1 AND \(price) > 0 THEN \(gross) + 1000000 END AS winner_return",
      ]
    }
    return columns
  }

  /// Returns the column of a starter's profit; a dataset has those at its market's price.
  private func profit(_ group: BetGroup) -> String {
    "s." + (group == .price ? StarterSums.marketProfit : StarterSums.profit(group))
  }

  /// Subtracts the commission on a group's winnings on a market, if an exchange takes one.
  private func net(_ profit: String, of group: BetGroup) -> String {
    scope.figures.paysCommission(group) ? net(profit) : profit
  }

  /// Subtracts the commission on an exchange's winnings.
  private func net(_ profit: String) -> String {
    let rate = scope.commission.rateMicros
    guard rate > 0 else { return profit }
    return "\(profit) - CASE WHEN \(profit) > 0 THEN "
      + SQLText.halfEven("\(profit) * \(rate)", over: Decimal6.one) + " ELSE 0 END"
  }

  /// The sums of an entity and band, and their names in the answer.
  private var answers: [(name: String, sql: String)] {
    var sums: [(name: String, sql: String)] = FigureSums.columns.map { ($0.name, $0.sql) }
    sums += BetSums.answers("sp", price: "bet_sp") + BetSums.answers("bsp", price: "bet_bsp")
    sums += RunSequence.answers(at: bank)
    for group in groups {
      sums += BetSums.answers(group.rawValue, profit: StarterSums.profit(group))
      if group == .price { sums += BetSums.answers("price", price: "bet_price") }
    }
    return hasLuck ? sums + LuckSums.answers(at: market.group.rawValue) : sums
  }
}
