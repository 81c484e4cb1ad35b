import ColumnStore
import Columns

/// One key's dense codes by month and runner, and the names of the codes.
@usableFromInline package struct KeyColumn: Sendable {
  /// Per month, a code per runner; −1 where the key is missing.
  package let months: [Buffer<Int32>]
  /// The names by code.
  @usableFromInline package var names: NameDictionary
  /// Whether the codes are in the key's own order, such as Monday before Tuesday.
  package var isOrdered = false
  /// The order of names that are classes, beside that of their codes; nil for other names.
  package var classOrder: ClassOrder?
  /// Whether every derived code has a name; users check stored codes themselves.
  var isSound = true

  package init(
    months: [Buffer<Int32>], names: NameDictionary, isOrdered: Bool = false, isSound: Bool = true
  ) {
    self.months = months
    self.names = names
    self.isOrdered = isOrdered
    self.isSound = isSound
  }

  /// Returns the order of a key's classes by a question's rules; nil for a key of other names.
  package static func classOrder(of key: String, _ rules: FactRules) -> ClassOrder? {
    key == "class" || key == RunnerFact.lastClass.rawValue ? ClassOrder(rules) : nil
  }

  /// Whether every code has a name, or is −1.
  var hasNames: Bool {
    isSound && months.allSatisfy { $0.hasCodes(below: names.count) }
  }
}
