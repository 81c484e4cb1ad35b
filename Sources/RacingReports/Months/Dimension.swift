/// The keys that a report's rows are grouped by: one or several together.
public struct Dimension: Hashable, Sendable {
  /// The fields that may be keys.
  public static let keyNames = [
    "jockey", "trainer", "horse", "owner", "sire", "course", "country", "draw", "number",
    "distance_band", "going", "class", "odds_band", "field_size_band", "month", "weekday",
    "days_since_last_run_band",
  ]

  /// The keys, in the order of their columns.
  public let keys: [String]

  /// Groups by fields of runners and their races.
  ///
  /// - Parameter keys: One to four different names out of ``keyNames``.
  /// - Throws: ``ReportError`` `.unknownDimension` for any other list.
  public init(_ keys: [String]) throws(ReportError) {
    let isKnown = keys.allSatisfy(Self.keyNames.contains)
    guard isKnown, (1...4).contains(keys.count), Set(keys).count == keys.count else {
      throw .unknownDimension(found: keys.joined(separator: "+"))
    }
    self.keys = keys
  }

  /// Reads `jockey` or `jockey+trainer`.
  ///
  /// - Parameter text: Keys joined by `+`.
  /// - Throws: ``ReportError`` `.unknownDimension` for unknown keys.
  public init(_ text: String) throws(ReportError) {
    try self.init(text.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
  }

  /// The report's file name without its ending.
  public var fileName: String { keys.joined(separator: "-") }
}
