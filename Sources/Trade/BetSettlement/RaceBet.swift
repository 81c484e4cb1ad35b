import Columns
import Racing

/// The price at which a bet is settled.
public enum BetPrice: Hashable, Sendable {
  /// The odds that were taken, as printed.
  case taken(PrintedOdds)
  /// The bookmakers' starting price.
  case sp
  /// The exchange's starting price.
  case bsp
  /// The dividend of the pool.
  case tote
  /// A price of the store by its name, taken as stored.
  case named(NamedPrice)

  /// The word that files use.
  public var name: String {
    switch self {
    case .taken: "taken"
    case .sp: "sp"
    case .bsp: "bsp"
    case .tote: "tote"
    case .named(let price): price.column
    }
  }

  /// Whether the odds were fixed when the bet was struck, so that later withdrawals reduce them.
  public var isFixed: Bool {
    switch self {
    case .taken, .named: true
    case .sp, .bsp, .tote: false
    }
  }
}

/// A bet on one runner, with the terms of its ticket.
public struct RaceBet: Hashable, Sendable {
  /// A kind of bet on one runner.
  public enum Kind: String, CaseIterable, Sendable {
    /// A bet that the runner wins.
    case win
    /// A bet that the runner is placed.
    case place
    /// One stake to win and an equal one to be placed.
    case eachWay = "each_way"
    /// A bet against a win, at an exchange.
    case lay
    /// A bet against a place, at an exchange.
    case placeLay = "place_lay"

    /// Whether the bet is against the runner.
    public var isLay: Bool { self == .lay || self == .placeLay }

    /// Whether the bet is on a place alone.
    public var isOnPlace: Bool { self == .place || self == .placeLay }
  }

  /// The largest stake, in millionths: products of amounts, odds and shares then fit 128 bits.
  public static let largestStakeMicros: Int64 = 1_000_000_000_000

  /// The kind of bet.
  public let kind: Kind
  /// The stake, in millionths: of each part of an each-way bet, of the backer of a lay.
  public private(set) var stakeMicros: Int64
  /// Whether the stake is a lay's liability instead.
  public let isLiability: Bool
  /// The price.
  public let price: BetPrice
  /// The odds taken for the place part of an each-way bet, if it has odds of its own.
  public var placePrice: PrintedOdds?
  /// The time at which the bet was struck, µs since 1970 UTC.
  public var placedAt: Int64?
  /// The number of positions that the ticket pays, in place of the rule book's terms.
  public var places: Int?
  /// The fraction's denominator that the ticket pays, in place of the rule book's terms.
  public var divisor: Int64?
  /// The reduction factor of the runner itself, in percent.
  public var ownFactor: Decimal6?
  /// Whether it counts as struck at the off, after all withdrawals.
  public var isStruckAtOff = false

  /// Describes a bet.
  ///
  /// - Parameters:
  ///   - kind: The kind of bet.
  ///   - stakeMicros: The stake in millionths, above 0 and at most ``largestStakeMicros``.
  ///   - isLiability: Whether the stake is the liability of a lay.
  ///   - price: The price.
  public init(
    _ kind: Kind, stakeMicros: Int64, isLiability: Bool = false, at price: BetPrice
  ) {
    precondition((1...Self.largestStakeMicros).contains(stakeMicros), "no such stake")
    precondition(kind.isLay || !isLiability, "only lays have a liability")
    self.kind = kind
    self.stakeMicros = stakeMicros
    self.isLiability = isLiability
    self.price = price
  }

  /// Returns the same bet with another stake.
  ///
  /// - Parameter micros: The stake in millionths, above 0 and at most ``largestStakeMicros``.
  /// - Returns: The bet.
  public func staking(_ micros: Int64) -> RaceBet {
    precondition((1...Self.largestStakeMicros).contains(micros), "no such stake")
    var bet = self
    bet.stakeMicros = micros
    return bet
  }
}
