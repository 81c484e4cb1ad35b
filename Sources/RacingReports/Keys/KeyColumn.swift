import ColumnStore
import Columns

/// One key's dense codes by month and runner, and the names behind the codes.
struct KeyColumn: Sendable {
  /// Per month, a code per runner; −1 where the key is missing.
  let months: [Buffer<Int32>]
  /// The names by code.
  let names: NameDictionary
  /// Whether the codes stand in the key's own order, such as Monday before Tuesday.
  var isOrdered = false
  /// Whether no code was met that has no name; stored codes are looked at by whoever uses them.
  var isSound = true

  /// Whether every code has a name, or is −1.
  var hasNames: Bool {
    isSound && months.allSatisfy { $0.hasCodes(below: names.count) }
  }
}
