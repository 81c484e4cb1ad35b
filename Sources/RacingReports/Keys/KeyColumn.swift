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
}
