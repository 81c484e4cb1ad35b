/// A condition on the runners that a report counts, by their fields and their races' fields.
///
/// The language is SQL's `WHERE` on a small scale, as `docs/questions.md` teaches it. Text and
/// types are checked here, without a store. A comparison with an absent value is unknown, and a
/// runner counts only where the whole is true, so the rows are those that DuckDB finds with the
/// same condition in the exported runners.
public struct Filter: Sendable, Equatable {
  /// The number of characters (Unicode scalars) that a filter may have.
  package static let characterLimit = 10_000
  /// The number of values that a filter may compare with.
  package static let literalLimit = 1_000
  /// The depth to which parentheses and `not` may be nested.
  package static let depthLimit = 100

  /// The fields that a filter may ask about, and the kind of each one's values, such as `text`.
  package static let fields = FilterField.all.map { (name: $0.name, kind: $0.kind.rawValue) }

  /// The values of a field with a fixed list of them, such as a band; nil for others.
  package static func fixedValues(ofField name: String) -> [String]? {
    FilterField.named(name).flatMap { KeyColumns.orderedNames(ofKey: $0.name) }
  }

  /// The condition as it was written.
  public let text: String
  /// The place where it is written, such as a line of a spec; nil for `--where`.
  package private(set) var place: String?

  package let expression: FilterExpression

  /// Reads a condition such as `course in (Ascot, York) and sp < 10`.
  ///
  /// - Parameters:
  ///   - text: The condition.
  ///   - place: The place where it is written; nil for `--where`.
  /// - Throws: ``FilterError`` with the place, where the text is no condition on known fields.
  public init(_ text: String, place: String? = nil) throws(FilterError) {
    (self.text, self.place) = (text, place)
    var parser = FilterParser(text)
    expression = try parser.filter()
  }

  /// A condition that was put together, not written.
  package init(_ expression: FilterExpression) {
    text = expression.description
    self.expression = expression
  }

  /// Compares conditions, wherever they are written.
  public static func == (left: Filter, right: Filter) -> Bool {
    left.text == right.text && left.expression == right.expression
  }

  /// The names of the fields it asks about, each once, in order of appearance.
  package var fieldNames: [String] { expression.fieldNames }
}

extension Filter: CustomStringConvertible {
  /// The condition in its one canonical form, which reads back as the same condition.
  public var description: String { expression.description }
}
