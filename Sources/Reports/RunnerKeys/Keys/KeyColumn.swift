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
  /// Whether the names are classes, which have an order beside that of their codes.
  package var isOfClasses = false
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

  /// Whether a key's names are classes.
  package static func hasClasses(_ key: String) -> Bool {
    key == "class" || key == RunnerFact.lastClass.rawValue
  }

  /// Whether every code has a name, or is −1.
  var hasNames: Bool {
    isSound && months.allSatisfy { $0.hasCodes(below: names.count) }
  }
}
