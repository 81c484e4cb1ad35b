import Columns
import Racing

/// The rules by which a kind of firm settles bets on races of one day.
///
/// If you change a file of `RuleBooks/`, also raise ``version`` and change `docs/settlement.md` and
/// `Tests/Oracle/settle.py`.
public struct RuleBook: Sendable {
  /// The names of the rule books.
  public enum Name: String, CaseIterable, Sendable {
    /// Bookmakers of Great Britain.
    case gb
    /// Bookmakers of Ireland.
    case ie
    /// Bookmakers of Australia, fixed odds.
    case au
    /// Bookmakers of South Africa.
    case za
    /// A betting exchange.
    case exchange
    /// Pools.
    case tote
  }

  /// The ways in which a withdrawn runner reduces bets struck before.
  enum WithdrawalRule: String {
    /// Pence in each pound of winnings, added up for several runners.
    case winningsSummed = "winnings_summed"
    /// Pence in each pound of winnings, deducted for one runner after another.
    case winningsOneByOne = "winnings_one_by_one"
    /// Cents in each dollar of the whole payout, the stake included.
    case ticket
    /// Reduced prices.
    case reduction
  }

  /// The version of the files, raised with each change.
  public static let version = 3

  /// Its name.
  public let name: Name
  /// The commission on the net winnings of a market; nil if there is none.
  public let commission: Commission?
  let kinds: Set<RaceBet.Kind>
  let prices: Set<String>
  let withdrawal: WithdrawalRule?
  /// The deductions by the withdrawn runner's odds; nil if they do not depend on odds.
  public let scale: RuleFourScale?
  /// The maximum total deduction, in pence per pound of winnings.
  let capPence: Int64
  /// The largest total deduction that is waived, in pence per pound of winnings.
  let waivedPence: Int64
  /// The country and bet of the place terms; nil if the market or the pool has its own.
  let placeTerms: (country: String, bet: PlaceBet)?
  /// Whether a place bet is void if no runner can lose it.
  let isVoidWithFewRunners: Bool
  /// Whether bets on a race with one starter are void; false if no rule of the book is known.
  let voidsWalkovers: Bool
  /// Whether a bet on one of an entry's horses is a bet on all of them.
  let couplesEntries: Bool

  /// Finds the rules of a day.
  ///
  /// - Parameters:
  ///   - name: The rule book.
  ///   - day: The race day.
  public init(_ name: Name, on day: Day) {
    let lines = Self.lines[name]!
    let rows = (0..<lines.count).filter { lines.validity($0).contains(day) }
    func values(_ rule: String) -> [String] {
      rows.filter { lines.text("rule", $0) == rule }.map { lines.text("value", $0)! }
    }
    func steps(_ rule: String) -> [RuleFourScale.Step] {
      rows.filter { lines.text("rule", $0) == rule }.map { row in
        RuleFourScale.Step(lines.text("from", row)!, pence: Int64(lines.number("value", row)!))!
      }
    }
    let scale = steps("scale")
    self.name = name
    kinds = Set(values("bet").map { RaceBet.Kind(rawValue: $0)! })
    prices = Set(values("price"))
    withdrawal = values("withdrawal").first.map { WithdrawalRule(rawValue: $0)! }
    self.scale =
      scale.isEmpty ? nil : RuleFourScale(steps: scale, hundredths: steps("scale_hundredths"))
    capPence = values("cap").first.map { Int64($0)! } ?? 100
    waivedPence = values("waived").first.map { Int64($0)! } ?? 0
    placeTerms = values("place_country").first.map {
      ($0, PlaceBet(rawValue: values("place_bet")[0])!)
    }
    isVoidWithFewRunners = values("few_runners").contains("place_void")
    voidsWalkovers = values("walkover").contains("void")
    couplesEntries = values("coupled").contains("entry")
    commission = values("commission").first.map {
      Commission(rateMicros: Decimal6($0)!.micros)!
    }
  }

  // MARK: - Implementation

  private static let lines: [Name: RuleLines] = [
    .gb: RuleLines(EmbeddedFile("RuleBooks/gb.csv").bytes),
    .ie: RuleLines(EmbeddedFile("RuleBooks/ie.csv").bytes),
    .au: RuleLines(EmbeddedFile("RuleBooks/au.csv").bytes),
    .za: RuleLines(EmbeddedFile("RuleBooks/za.csv").bytes),
    .exchange: RuleLines(EmbeddedFile("RuleBooks/exchange.csv").bytes),
    .tote: RuleLines(EmbeddedFile("RuleBooks/tote.csv").bytes),
  ]
}
