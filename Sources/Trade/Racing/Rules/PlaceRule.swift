import Columns

/// A kind of bet on a place.
public enum PlaceBet: String, CaseIterable, Sendable {
  /// The place part of a bookmaker's each-way bet.
  case eachWay = "each_way"
  /// A bet on a place, at fixed odds or in a pool.
  case place
  /// The American bet on the first three.
  case show
  /// No bet: what statistics of a country count as placed.
  case inTheMoney = "in_the_money"
}

/// The count of runners that a place rule uses.
public enum PlaceBasis: String, CaseIterable, Sendable {
  /// Runners that came under starter's orders.
  case starters
  /// Runners declared when betting opened, later non-runners included.
  case declared
}

/// One line of the place terms: the number of paid positions in races of some size.
public struct PlaceRule: Equatable, Sendable {
  /// An ISO 3166 two-letter code.
  public let country: String
  /// The kind of bet.
  public let bet: PlaceBet
  /// Whether the line is for handicaps alone, or for all other races alone; nil for both.
  public let isHandicap: Bool?
  /// The numbers of runners.
  public let runners: ClosedRange<Int>
  /// The runners that are counted.
  public let basis: PlaceBasis
  /// The count of paid positions; 0 if no place is paid.
  public let places: Int
  /// The denominator of the fraction of the win odds; nil if the place has odds of its own.
  public let divisor: Int64?
  /// The days on which the line holds.
  public let validity: ClosedRange<Day>
  /// The page or rule that states it.
  public let source: String

  /// Whether the place part is a second bet to win.
  public var isWinOnly: Bool { places == 1 && divisor == 1 }
}
