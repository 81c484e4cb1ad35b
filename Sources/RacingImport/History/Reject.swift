import Columns
import TabularFiles

/// Why a source row was refused.
struct Reject: Equatable {
  /// The row among those of the header's width; nil for a record of another width.
  var row: Int?
  /// One word: the field that cannot be read, or what is wrong with the row as a whole.
  var reason: String
  /// What was found and what was expected.
  var detail: String
  /// What stands for the row's text where the file has none.
  var key: String?
}

/// A refused row with its place and text in the file.
struct LocatedReject {
  let line: Int
  let reason: String
  let detail: String
  let raw: String
}
