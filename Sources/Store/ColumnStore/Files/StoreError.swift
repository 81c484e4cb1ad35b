/// An error in opening, reading or writing a store.
public enum StoreError: Error, Equatable, Sendable {
  /// There is no store at the path.
  case notFound(store: String)
  /// The folder holds something other than a store.
  case notAStore(store: String, found: String)
  /// Another version wrote the store, in a different format.
  case unknownFormat(store: String, found: Int, expected: Int)
  /// Another process is writing to the store.
  case locked(store: String)
  /// A file of the store is not as it was written.
  case corrupt(file: String, found: String, expected: String)
  /// A segment or a dictionary cannot hold the amount that should be stored.
  case tooMuch(store: String, found: String, expected: String)
  /// The operating system refused an operation on a file.
  case io(file: String, reason: String)
  /// The change is stored, but the operating system refused a later step.
  case stored(file: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .notFound(let store):
      "\(store): found no store; expected one made by `railbird import` or `fetch`"
    case .notAStore(let store, let found):
      "\(store): found \(found); expected a store or an empty folder"
    case .unknownFormat(let store, let found, let expected):
      "\(store): found store format \(found); expected \(expected), which this version writes"
    case .locked(let store):
      "\(store): another process is writing to this store; try again when it has finished"
    case .corrupt(let file, let found, let expected), .tooMuch(let file, let found, let expected):
      "\(file): found \(found); expected \(expected)"
    // A reason from a file's own error already names the file.
    case .io(let file, let reason): reason.hasPrefix("\(file): ") ? reason : "\(file): \(reason)"
    case .stored(let file, let reason): "the change is stored; \(file): \(reason)"
    }
  }
}

extension StoreError {
  /// The advice for a damaged file, as the end of a message.
  static let remedy =
    "as it was written; `railbird verify` lists all damage, `railbird repair` mends it"

  /// Returns this error for a change that is already stored.
  var afterCommit: StoreError {
    switch self {
    case .io(let file, let reason): .stored(file: file, reason: reason)
    case .corrupt(let file, let found, let expected):
      .stored(file: file, reason: "found \(found); expected \(expected)")
    case .notFound(let store), .notAStore(let store, _), .unknownFormat(let store, _, _),
      .locked(let store), .tooMuch(let store, _, _):
      .stored(file: store, reason: description)
    case .stored: self
    }
  }
}
