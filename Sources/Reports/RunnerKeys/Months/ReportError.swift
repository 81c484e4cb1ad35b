import ColumnStore
import Columns
import Racing

/// The reason why a report cannot be computed.
public enum ReportError: Error, Equatable, Sendable {
  /// A dimension has an unknown key, or a key twice.
  case unknownDimension(found: String)
  /// A card's key is known only after the race.
  case laterKey(found: String)
  /// The keys of a search are none, or have an unknown key or a duplicate.
  case badSearchKeys(found: String)
  /// A band's field is not a number, or its bounds don't rise.
  case badBand(found: String)
  /// A band's number has a mistake.
  case badValue(FilterError)
  /// A window is neither days nor `all`.
  case badWindow(found: String)
  /// The list of windows is empty, too long, or has a duplicate.
  case badWindowList(found: String)
  /// No report, or not this one, has this column.
  case unknownColumn(found: String, among: [String])
  /// A condition on rows names a column that the report lacks.
  case unknownRowColumn(found: String, among: [String])
  /// The report or the store lacks what is asked for, though it exists elsewhere.
  case lacking(place: String, found: String, expected: String)
  /// A condition or a list of bets names a price that the store lacks.
  case unknownPrice(place: String, found: String, among: [String])
  /// A class order names a source that the store lacks.
  case unknownSource(place: String, found: String, among: [String])
  /// A condition names a value that the store lacks.
  case unknownValue(place: String, field: String, found: String, among: [String])
  /// No runner of the store has a value of a key.
  case noValues(place: String, key: String, having: [String])
  /// No runner meets a condition, or none that does has all keys.
  case noRunner(place: String, keys: [String], among: Int, asOf: String?)
  /// The first rows are wanted per key, but the report lacks the key.
  case unknownTopKey(found: String, among: [String])
  /// A list of bets has an unknown group, or a group twice.
  case badBets(found: String)
  /// The direction of an order is neither up nor down.
  case badDirection(found: String)
  /// The store holds no race before the as-of date.
  case noRaces(store: String, asOf: String?)
  /// The store holds no race on the day of a card.
  case noCard(store: String, day: String, nearest: [String])
  /// The card has no race at this course.
  case unknownCourse(found: String, among: [String])
  /// Rows of the store are damaged.
  case store(StoreError)
}

extension ReportError: CustomStringConvertible {
  /// The place, the text found, the text expected.
  public var description: String {
    if case .store(let error) = self { return error.description }
    if case .badValue(let error) = self { return error.description }
    return "\(place): found \(found); expected \(expected)"
  }

  /// The value found, in the field's words.
  package var found: String {
    switch self {
    case .badValue(let error): error.found
    case .lacking(_, let found, _): found
    case .laterKey(let found): "\(found), which a card cannot know before the race"
    case .unknownDimension(let found), .badSearchKeys(let found), .badBand(let found),
      .badWindow(let found),
      .badWindowList(let found), .badDirection(let found), .badBets(let found),
      .unknownCourse(let found, _):
      found.isEmpty ? "nothing" : found
    case .unknownColumn("", _), .unknownRowColumn("", _): "no column"
    case .unknownColumn(let found, _), .unknownRowColumn(let found, _): "the column \(found)"
    case .unknownTopKey(let found, _): "the key \(found)"
    case .unknownSource(_, let found, _): "the source \(found)"
    case .unknownPrice(_, let found, _): "the price \(found)"
    case .unknownValue(_, let field, let found, _):
      "the \(field) \(DisplayWidth.printable(found, limit: 60)), which the store lacks"
    case .noValues(_, let key, _): "\(key), which no runner of the store has"
    case .noRunner(_, let keys, let count, let asOf):
      "no runner of \(TextCount.grouped(count))" + (asOf.map { " before \($0)" } ?? "")
        + (keys.isEmpty ? "" : " with \(keys.joined(separator: " and "))")
    case .noRaces(_, let asOf): "no race" + (asOf.map { " before \($0)" } ?? "")
    case .noCard(_, let day, _): "no race on \(day)"
    case .store(let error): error.description
    }
  }

  /// The value expected in its place.
  package var expected: String {
    switch self {
    case .unknownDimension(let found):
      "one to four different keys joined by +" + Self.keyAdvice(found, at: "+")
        + ", bands such as band(sp, 2, 4, 8), or none"
    case .laterKey:
      "keys out of " + Dimension.keyNames.filter { !Dimension.isLater($0) }.joined(separator: ", ")
    case .badSearchKeys(let found):
      "different keys by commas" + Self.keyAdvice(found, at: ",")
        + ", or bands such as band(sp, 2, 4, 8)"
    case .badValue(let error): error.expected
    case .lacking(_, _, let expected): expected
    case .badBand:
      "band(FIELD, NUMBER, …) of a field of numbers, with 1 to \(Limits.bandBounds) rising numbers of at "
        + "most six decimals"
    case .badWindow: "1 to 36,500 days, such as 30d, or all"
    case .badWindowList: "1 to \(Window.countLimit) different windows"
    case .unknownTopKey(_, let keys):
      keys.count < 2 ? "a report of several keys" : "one of " + keys.joined(separator: ", ")
    case .unknownSource(_, _, let sources):
      sources.isEmpty
        ? "no source, as the store has none" : "one of " + sources.joined(separator: ", ")
    case .unknownPrice(_, let found, let prices):
      prices.isEmpty
        ? "no named price, as the store has none"
        : "one of " + Self.priceAdvice(found, prices)
    case .unknownColumn(let found, let columns), .unknownRowColumn(let found, let columns):
      // A question for `roi` means the ROI of some price basis.
      columns.first { $0.hasSuffix("_" + found) }
        ?? NearestName.choice(found, in: columns) ?? "a column of the report"
    case .badBets:
      "different ones out of " + BetGroup.fixed.map(\.rawValue).joined(separator: ", ")
        + ", and at most one price by name such as price_early or morning_wap"
    case .badDirection: "asc or desc"
    case .unknownValue(_, let field, let found, let names):
      Self.valueAdvice(found, names, field) + ", or --allow-empty"
    case .noValues(let place, _, let keys):
      (place.hasSuffix("where") ? "a field" : "a key")
        + " with values, such as \(keys.joined(separator: ", ")), or --allow-empty"
    case .noRunner: "one that meets the condition, or --allow-empty"
    case .noRaces: "at least one"
    case .noCard(_, _, let nearest):
      nearest.isEmpty
        ? "some in the store" : "a day with races, such as " + nearest.joined(separator: " or ")
    case .unknownCourse(_, let courses): "a course of the day: " + courses.joined(separator: ", ")
    case .store: "rows as they were written"
    }
  }

  /// Whether the mistake is in the question, though only the store shows it.
  package var isOfQuestion: Bool {
    switch self {
    case .unknownPrice, .unknownSource: true
    default: false
    }
  }

  /// The option or other place of the mistake.
  var place: String {
    switch self {
    case .unknownDimension, .laterKey, .badBand, .badValue: "--by"
    case .badSearchKeys: "--keys"
    case .badWindow, .badWindowList: "--windows"
    case .badBets: "--bets"
    case .unknownColumn, .badDirection: "--order-by"
    case .unknownRowColumn: "--having"
    case .unknownPrice(let place, _, _), .unknownSource(let place, _, _),
      .lacking(let place, _, _):
      place
    case .unknownValue(let place, _, _, _), .noValues(let place, _, _),
      .noRunner(let place, _, _, _):
      place
    case .unknownTopKey: "--per"
    case .noRaces(let store, _), .noCard(let store, _, _): store
    case .unknownCourse: "--course"
    case .store: ""
    }
  }
}

// MARK: - The nearest names

extension ReportError {
  /// Names that a message lists where none is near.
  private static let examples = 3

  /// Writes the keys that an unknown one probably means, or examples.
  private static func keyAdvice(_ found: String, at separator: Character) -> String {
    let unknown = Dimension.parts(of: found, at: separator).first {
      !Dimension.keyNames.contains($0) && KeyBand($0) == nil
    }
    let near = NearestName.advice(unknown ?? "", in: Dimension.keyNames)
    guard near.isEmpty else { return near }
    return ", such as " + Dimension.keyNames.prefix(examples).joined(separator: ", ")
  }

  /// Writes the prices, and those that an unknown one probably means; of many prices only these.
  private static func priceAdvice(_ found: String, _ prices: [String]) -> String {
    let letters = prices.map(priceLetters)
    let begun = prices.indices.filter { letters[$0].hasPrefix(priceLetters(found)) }
    let near =
      begun.isEmpty
      ? NearestName.list(priceLetters(found), in: letters, count: examples)
        .compactMap { letters.firstIndex(of: $0) } : begun
    let names = near.map { prices[$0] }.joined(separator: ", ")
    if near.isEmpty || prices.count == 1 { return prices.joined(separator: ", ") }
    return prices.count > shownPrices
      ? names : prices.joined(separator: ", ") + " (nearest: \(names))"
  }

  /// Prices that a message lists beside the nearest.
  private static let shownPrices = 12

  /// The letters and digits by which prices are compared, without the beginning of a column.
  private static func priceLetters(_ name: String) -> String {
    let prefix = NamedPrice.prefix
    return (name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name).lowercased()
      .filter { $0.isLetter || $0.isNumber }
  }

  /// Writes the values that an unknown one probably means, or those that the store has.
  private static func valueAdvice(_ found: String, _ names: [String], _ field: String) -> String {
    guard !names.isEmpty else { return "another field, as no runner of the store has any \(field)" }
    let near = NearestName.advice(found, in: names)
    if !near.isEmpty { return "one of \(TextCount.grouped(names.count))\(near)" }
    let typed = found.lowercased()
    let whole = typed.isEmpty ? [] : names.filter { $0.lowercased().contains(typed) }
    let shown = (whole.isEmpty ? names : whole).sorted().prefix(examples)
    return "one of \(TextCount.grouped(names.count)), such as \(shown.joined(separator: ", "))"
  }
}
