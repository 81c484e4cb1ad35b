import ColumnStore
import Columns
import Mappings
import TabularFiles

/// The reason why bets cannot be settled at all.
public enum SettleError: Error, Equatable, Sendable {
  /// Cells of a file are invalid; each message has the line and column.
  case mistakes([String])
  /// A file cannot be read.
  case file(FileError)
  /// A log of bets cannot be read by its mapping, or standard input cannot be copied.
  case log(ImportError)
  /// The store is damaged.
  case store(StoreError)
  /// The sum of all amounts would overflow.
  case tooLarge(file: String)
}

extension SettleError: CustomStringConvertible {
  /// The message: the place, the found and the expected text.
  public var description: String {
    switch self {
    case .mistakes(let all):
      let more = all.count - Limits.namedMistakes
      let named = all.prefix(Limits.namedMistakes).map { DisplayWidth.printable($0) }
      return (named + (more > 0 ? ["… and \(more) more"] : [])).joined(separator: "\n")
    case .file(let error): return error.description
    case .log(let error): return error.description
    case .store(let error): return error.description
    case .tooLarge(let file):
      return "\(file): found amounts that add up to more than 9,223,372,036,854; expected less"
    }
  }
}
