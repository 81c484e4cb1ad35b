import Columns
import Kernels
import Racing
import RunnerKeys

/// The optional figures of a report, beside counts, rates and form: its bets, and figures of luck.
public struct FigureChoice: Hashable, Sendable {
  /// The bets, each a group of columns; without duplicates.
  ///
  /// Columns are in the order of `BetGroup`, not in this order.
  public var bets: [BetGroup]
  /// The named price of the bets of `BetGroup.price`; nil without such bets.
  package private(set) var price: NamedPrice?
  /// The probabilities behind expected wins, A/E and luck.
  public var baseline = MarketBaseline.standard
  /// The price of expected wins, A/E and luck, unless the baseline names another; resolved from
  /// `FactRules.market`.
  package var market = Market.sp
  /// The adjustment of `q`, if the report shows the figures of luck at the market's price; nil if
  /// not.
  public var luck: Adjustment?
  /// Whether the report also shows strike rates and A/E shrunk towards the population's.
  public var isShrunk = false

  /// An adjustment of p-values for all rows of a report.
  public enum Adjustment: String, CaseIterable, Sendable {
    /// Benjamini and Hochberg's, for rows that are independent or positively dependent.
    case bh
    /// Benjamini and Yekutieli's, for rows with any dependence.
    case by

    package var method: FalseDiscovery.Method {
      self == .bh ? .benjaminiHochberg : .benjaminiYekutieli
    }
  }

  /// The bets at `sp`, `tote` and `bsp`, without luck.
  public static let standard = FigureChoice(bets: BetGroup.standard)

  /// Whether the choice is the standard one, at any market.
  package var isStandard: Bool {
    var own = self
    own.market = .sp
    return own == .standard
  }

  /// Makes the smallest choice that includes some columns, always with the standard bets.
  ///
  /// - Parameter columns: Names from any ``ReportColumns/names``.
  package init(columns: [String]) {
    self = .standard
    func has(_ choice: FigureChoice) -> Bool {
      let names = Set(ReportColumns(choice).names)
      return columns.contains { names.contains($0) && !ReportColumns.standard.names.contains($0) }
    }
    for group in BetGroup.fixed where group.basis == nil && has(FigureChoice(bets: [group])) {
      bets.append(group)
    }
    var lucky = FigureChoice.standard
    lucky.luck = .bh
    if has(lucky) { luck = .bh }
    var shrunk = FigureChoice.standard
    shrunk.isShrunk = true
    isShrunk = has(shrunk)
  }

  /// The price of the probabilities: that of the baseline, or the market's.
  package var expectedMarket: Market { baseline.market ?? market }

  /// Returns the choice with a market.
  ///
  /// - Parameters:
  ///   - market: The market.
  ///   - addsBets: Whether the default bets then include those at its price by name.
  /// - Returns: The choice.
  package func priced(by market: Market, addsBets: Bool = true) -> FigureChoice {
    var own = self
    own.market = market
    if case .price(let price) = market, addsBets, bets == BetGroup.standard {
      (own.bets, own.price) = (bets + [.price], price)
    }
    return own
  }

  /// Whether a row's figures depend on all rows of the report.
  package var comparesRows: Bool { luck != nil || isShrunk }

  /// All optional figures, except bets at named prices.
  package static let everything = {
    var choice = FigureChoice(bets: BetGroup.fixed)
    choice.luck = .bh
    choice.isShrunk = true
    return choice
  }()

  /// Creates a choice of bets.
  ///
  /// - Parameters:
  ///   - bets: The groups, without duplicates.
  ///   - price: The named price of the group `BetGroup.price`; nil if the group is absent.
  public init(bets: [BetGroup], price: NamedPrice? = nil) {
    precondition(Set(bets).count == bets.count, "a report has each group of bets once")
    precondition(bets.contains(.price) == (price != nil), "bets at a price have its name")
    (self.bets, self.price) = (bets, price)
  }

  /// Whether the choice needs optional sums.
  package var needsOptionalSums: Bool { luck != nil || isShrunk || hasOptionalBets }

  /// Whether the choice has bets other than the standard ones.
  package var hasOptionalBets: Bool { bets.contains { $0.basis == nil } }

  /// The groups in the order of their columns.
  package var groups: [BetGroup] { BetGroup.allCases.filter { bets.contains($0) } }

  /// The names of bets on a command line, without a mapping's prices.
  package static let betNames =
    BetGroup.fixed.map(\.rawValue) + NamedPrice.ofExchange.map(\.column)

  /// The names of the groups in the order of their columns, whose names begin with them.
  package var betNames: [String] { groups.map(name) }

  /// Returns the name of a group; bets at a named price have the name of its column.
  func name(_ group: BetGroup) -> String {
    group == .price ? price!.column : group.rawValue
  }

  /// Whether an exchange charges commission on what a group's bets win on a market.
  package func paysCommission(_ group: BetGroup) -> Bool {
    switch group {
    case .bsp, .placeBSP, .layBSP, .placeLayBSP: true
    case .price: price?.isOfExchange == true
    case .sp, .tote, .eachWay, .placeTote: false
    }
  }

  /// Sets the bets from a command line's list.
  ///
  /// - Parameter names: Names of groups, and at most one price by its column or its name, such as
  ///   `price_early` or `early`.
  /// - Throws: `ReportError` `.badBets` for an unknown name, a duplicate, or an empty list.
  public mutating func setBets(_ names: [String]) throws(ReportError) {
    var (groups, price): ([BetGroup], NamedPrice?) = ([], nil)
    for name in names {
      let named = Self.namedPrice(name)
      let group = named == nil ? BetGroup(rawValue: name) : .price
      guard let group, !groups.contains(group), named != nil || group != .price else {
        throw .badBets(found: name)
      }
      groups.append(group)
      price = price ?? named
    }
    guard !groups.isEmpty else { throw .badBets(found: "") }
    (bets, self.price) = (groups, price)
  }

  /// Words of bets that are neither a group nor a price by its bare name.
  private static let otherWords = ["win", "place", "lay", "back"]

  /// Returns the price that a list of bets names as `Market` does; nil for a group, or a slip of
  /// one.
  private static func namedPrice(_ name: String) -> NamedPrice? {
    if let price = NamedPrice.of(column: name) { return price }
    let isOfGroup =
      otherWords.contains(name)
      || NearestName.find(name, in: BetGroup.allCases.map(\.rawValue)) != nil
    return isOfGroup ? nil : NamedPrice.named(name)
  }

  /// Returns the option that adds a column to the report; nil if none does.
  ///
  /// - Parameter column: A column that the report lacks.
  /// - Returns: `--luck`, `--shrink`, or `--bets` with the report's bets and the column's.
  func option(adding column: String) -> String? {
    func adds(_ change: (inout FigureChoice) -> Void) -> Bool {
      var choice = self
      change(&choice)
      return ReportColumns(choice).names.contains(column)
    }
    if adds({ $0.luck = .bh }) { return "--luck" }
    if adds({ $0.isShrunk = true }) { return "--shrink" }
    let price = ReportColumns.price(ofColumn: column)?.column
    let group = BetGroup.fixed.first { group in adds { $0.bets = [group] } }
    guard let added = price ?? group?.rawValue else { return nil }
    let others = groups.filter { price == nil || $0 != .price }.map(name)
    return "--bets " + (others + [added]).joined(separator: ",")
  }

  /// Returns the names of the bets that were asked for beside the standard ones, but that no row
  /// has, with what such a bet needs.
  ///
  /// - Parameter hasBets: Whether some row has bets, by the name of their column.
  /// - Returns: Messages; none for the standard bets.
  package func missingBets(_ hasBets: (String) -> Bool) -> [String] {
    guard bets.filter({ $0 != .price }) != BetGroup.standard else { return [] }
    return groups.filter { !hasBets("\(name($0))_bets") }.map { group in
      "\(name(group)): no bet, as it needs \(needs(group))"
    }
  }

  /// The data without which a runner has no bet of a group.
  private func needs(_ group: BetGroup) -> String {
    switch group {
    case .sp: "the starting price sp"
    case .tote: "the win dividend of the tote"
    case .bsp, .layBSP: "the exchange's starting price bsp"
    case .eachWay: "the starting price sp, and the positions of placed runners"
    case .placeTote: "races with the place dividend of every placed runner"
    case .placeBSP, .placeLayBSP: "place_bsp, the starting price of the exchange's place market"
    case .price: "the price \(name(group))"
    }
  }
}
