import Columns

/// A price of a runner beside its starting prices: an early price, or the highest in running.
///
/// The exchange's prices have fixed columns of `runners`. A mapping may name any other price; its
/// column begins with `price_`. The table `prices` shows all of them, a row per runner and price.
public struct NamedPrice: Hashable, Sendable {
  /// The name in the table `prices`, such as `early`.
  public let name: String
  /// The column of `runners` that holds it.
  public let column: String
  /// The column of the money traded in the price's phase; nil if there is none.
  public let volume: String?

  /// The prices that the exchange publishes for a day's win markets.
  public static let ofExchange = [
    NamedPrice(name: "morning_wap", volume: "morning_volume"),
    NamedPrice(name: "pre_play_wap", volume: "pre_play_volume"),
    NamedPrice(name: "pre_play_min", volume: "pre_play_volume"),
    NamedPrice(name: "pre_play_max", volume: "pre_play_volume"),
    NamedPrice(name: "in_play_min", volume: "in_play_volume"),
    NamedPrice(name: "in_play_max", volume: "in_play_volume"),
  ]

  /// Further names that mean prices of the exchange's win market, with the volumes of their phases.
  private static let furtherOfExchange: [String: String?] = [
    "pre_play_last": "pre_play_volume", "in_play_wap": "in_play_volume", "last_traded": nil,
    "back_at_off": nil, "lay_at_off": nil,
  ]

  /// The beginning of the columns of prices that mappings name.
  public static let prefix = "price_"
  /// The largest number of characters of a name.
  public static let longestName = Limits.priceNameCharacters

  /// The price of a name.
  ///
  /// - Parameter name: One of the exchange's, or at most ``longestName`` small letters, digits and
  ///   `_`, the first a letter or digit.
  /// - Returns: Nil for any other text.
  public static func named(_ name: String) -> NamedPrice? {
    if let known = ofExchange.first(where: { $0.name == name }) { return known }
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.count <= longestName, isOfWord(first),
      bytes.allSatisfy({ isOfWord($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    let volume = furtherOfExchange[name] ?? placeVolume(of: name)
    return NamedPrice(name: name, column: prefix + name, volume: volume)
  }

  /// Makes a name of a text that people write, such as a bookmaker's: `Sky Bet` is `sky_bet`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text in small letters, with a `_` for each run of anything but letters and
  ///   digits of ASCII, and none at its ends.
  public static func cleaned(_ text: some StringProtocol) -> String {
    let words = text.lowercased().utf8.split { !isOfWord($0) }
    return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
  }

  /// The price that a column of `runners` holds; nil if it holds none.
  public static func of(column: String) -> NamedPrice? {
    if let known = ofExchange.first(where: { $0.column == column }) { return known }
    guard column.hasPrefix(prefix), let found = named(String(column.dropFirst(prefix.count))),
      found.column == column
    else { return nil }
    return found
  }

  /// The prices among columns of `runners`: the exchange's, then the others by name.
  public static func among(_ columns: [String]) -> [NamedPrice] {
    ofExchange.filter { columns.contains($0.column) }
      + columns.filter { $0.hasPrefix(prefix) }.sorted().compactMap(of)
  }

  /// The columns of prices that any of some tables of runners has, in the order of ``among(_:)``.
  public static func columns(of tables: [Table]) -> [String] {
    among(Set(tables.flatMap { $0.fields.map(\.name) }).sorted()).map(\.column)
  }

  /// Whether it is a price of the exchange, which takes commission and prices coupled horses
  /// singly.
  public var isOfExchange: Bool {
    !column.hasPrefix(Self.prefix) || Self.furtherOfExchange.keys.contains(name)
  }

  /// Whether it is a price to be placed, by its name's beginning.
  public var isOfPlaceMarket: Bool { name.hasPrefix(Self.placeMarket) }

  /// The column as a field of `runners`.
  public var field: Field { Field(column, .micros) }

  // MARK: - Implementation

  /// The beginning of the names of the exchange's prices and volumes in the place market.
  private static let placeMarket = "place_"

  private init(name: String, column: String? = nil, volume: String?) {
    self.name = name
    self.column = column ?? name
    self.volume = volume
  }

  /// The column of the money that the place market traded in a price's phase.
  private static func placeVolume(of name: String) -> String? {
    guard name.hasPrefix(placeMarket) else { return nil }
    return named(String(name.dropFirst(placeMarket.count)))?.volume.map { placeMarket + $0 }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte)
  }
}
