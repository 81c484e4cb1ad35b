import Racing

/// Settings of facts: of earlier runs, and of the market's prices.
public struct FactRules: Hashable, Sendable {
  /// Smallest number of days between two starts that makes a break, at least 1.
  public var breakDays = 60
  /// Classes from the highest to the lowest; if empty, the number at a class's end gives the order.
  public var classOrder: [String] = []
  /// Class orders of single sources, by source; all other sources use ``classOrder``.
  public var classOrders: [String: [String]] = [:]
  /// The price behind favourites, ranks and shares of odds; nil for the store's own market.
  public var market: Market?
  /// The place that names the market, for messages; nil for `--market`.
  package var marketPlace: String?
  /// The place that names these sources, which the store must then have; nil if it may lack some.
  package var sourcesPlace: String?

  /// Creates the default settings.
  public init() {}

  /// The default settings.
  public static let standard = FactRules()

  /// The name in files for all sources without an order of their own.
  package static let otherSources = "*"

  /// Returns the first class that an order lists twice; nil if there is none.
  package static func repeated(in classes: [String]) -> String? {
    var known: Set<String> = []
    return classes.first { !known.insert($0).inserted }
  }

  /// The orders by source, in the order of the sources' bytes; ``otherSources`` comes first.
  package var orders: [(source: String, classes: [String])] {
    (classOrder.isEmpty ? [] : [(Self.otherSources, classOrder)])
      + classOrders.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { ($0.key, $0.value) }
  }

  /// A class, with the source of its race if sources have their own orders.
  package typealias SourceClass = (name: String, source: String?)

  /// Counts the steps from one class to another; positive if the second is higher.
  ///
  /// - Parameters:
  ///   - last: A class.
  ///   - next: The class after it.
  /// - Returns: The steps between them; nil if a class is not in the order, or if the sources
  ///   differ and one has its own order. Without an order, nil for classes that end in no number or
  ///   whose words before it differ.
  func step(from last: SourceClass, to next: SourceClass) -> Int32? {
    let own = next.source.flatMap { classOrders[$0] }
    let others = last.source.flatMap { classOrders[$0] }
    guard last.source == next.source || own == nil && others == nil else { return nil }
    let order = own ?? classOrder
    guard order.isEmpty else {
      guard let first = order.firstIndex(of: last.name),
        let second = order.firstIndex(of: next.name)
      else { return nil }
      return Int32(first - second)
    }
    guard let first = Self.numbered(last.name), let second = Self.numbered(next.name),
      first.words == second.words
    else { return nil }
    return first.number - second.number
  }

  /// Splits the number from the end of a class's name.
  private static func numbered(_ name: String) -> (words: Substring, number: Int32)? {
    let digits = name.reversed().prefix { "0"..."9" ~= $0 }.count
    guard (1...6).contains(digits), let number = Int32(name.suffix(digits)) else { return nil }
    return (name.dropLast(digits), number)
  }
}
