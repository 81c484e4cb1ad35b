/// A condition on the runners that a report counts, by their fields and their races' fields.
///
/// The language is a small part of SQL's `WHERE`; see `docs/questions.md`. Reading checks syntax
/// and types without a store. A comparison with an absent value is unknown, and a runner counts
/// only where the whole condition is true: DuckDB finds the same rows with this condition in the
/// exported runners.
public struct Filter: Sendable, Equatable {
  /// The fields of filters, each with the kind of its values, such as `text`.
  package static let fields = FilterField.all.map { (name: $0.name, kind: $0.kind.rawValue) }

  /// Returns the fixed list of a field's values, such as those of a band; nil for others.
  package static func fixedValues(ofField name: String) -> [String]? {
    FilterField.named(name).flatMap { KeyColumns.orderedNames(ofKey: $0.name) }
  }

  /// The condition as written.
  public let text: String
  /// The place of the condition, such as a line of a spec; nil for `--where`.
  package private(set) var place: String?

  package let expression: FilterExpression

  /// Reads a condition such as `course in (Ascot, York) and sp < 10`.
  ///
  /// - Parameters:
  ///   - text: The condition.
  ///   - place: The place of the condition; nil for `--where`.
  /// - Throws: ``FilterError`` with the place, if the text is not a condition on known fields.
  public init(_ text: String, place: String? = nil) throws(FilterError) {
    (self.text, self.place) = (text, place)
    var parser = FilterParser(text)
    expression = try parser.filter()
  }

  /// Creates a condition from an expression instead of a text.
  package init(_ expression: FilterExpression) {
    text = expression.description
    self.expression = expression
  }

  /// Compares conditions without their places.
  public static func == (left: Filter, right: Filter) -> Bool {
    left.text == right.text && left.expression == right.expression
  }

  /// The names of the condition's fields, each once, in order of appearance.
  package var fieldNames: [String] { expression.fieldNames }
}

extension Filter: CustomStringConvertible {
  /// The condition in its one canonical form, which reads back as the same condition.
  public var description: String { expression.description }
}
