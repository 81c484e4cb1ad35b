/// The win price that ranks a race's runners and gives their probabilities.
public enum Market: Hashable, Sendable {
  /// A price that every store has a column for.
  case basis(PriceBasis)
  /// A price that an exchange or a mapping names.
  case price(NamedPrice)

  /// The odds that a results service prints.
  public static let sp = Market.basis(.sp)
  /// The Betfair starting price.
  public static let bsp = Market.basis(.bsp)

  /// Finds a market by its name.
  ///
  /// - Parameter name: `sp`, `tote`, `bsp`, or a price by its column or its name, such as
  ///   `price_early` or `early`.
  public init?(name: String) {
    if let basis = PriceBasis(rawValue: name) {
      self = .basis(basis)
    } else if let price = NamedPrice.of(column: name) ?? NamedPrice.named(name) {
      self = .price(price)
    } else {
      return nil
    }
  }

  /// The column of `runners` with the price, which is also the market's name.
  public var column: String {
    switch self {
    case .basis(let basis): basis.rawValue
    case .price(let price): price.column
    }
  }

  /// The name without the beginning of a column.
  public var name: String {
    switch self {
    case .basis(let basis): basis.rawValue
    case .price(let price): price.name
    }
  }

  /// The bets to win at the price.
  public var group: BetGroup {
    switch self {
    case .basis(let basis): BetGroup(basis)
    case .price: .price
    }
  }

  /// Whether an exchange makes the price, which prices coupled horses singly.
  public var isOfExchange: Bool {
    switch self {
    case .basis(let basis): basis == .bsp
    case .price(let price): price.isOfExchange
    }
  }

  /// Lists the markets that a table's columns may give, in the order of preference.
  ///
  /// - Parameter columns: Names of columns of `runners`.
  /// - Returns: SP, BSP, the prices by name, and last the tote, whose dividends are mostly the
  ///   winners' alone.
  public static func among(_ columns: [String]) -> [Market] {
    let all =
      [.sp, .bsp] + NamedPrice.among(columns).map { Market.price($0) } + [.basis(.tote)]
    return all.filter { columns.contains($0.column) }
  }

  /// Whether the price is one of the win market before the off, and so a market by itself.
  public var isBeforeOff: Bool {
    guard case .price(let price) = self else { return true }
    return !price.name.hasPrefix("in_play_") && !price.name.hasPrefix("place_")
  }
}
