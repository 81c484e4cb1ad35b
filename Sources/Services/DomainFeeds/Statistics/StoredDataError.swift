import ColumnStore
import RunnerKeys
import TabularFiles

/// An error in answering the client's requests from a store.
public enum StoredDataError: Error, Equatable, Sendable {
  /// The store cannot be opened.
  case store(StoreError)
  /// Its file of aliases cannot be read.
  case aliases(FileError)
  /// The figures cannot be computed.
  case report(ReportError)
}

extension StoredDataError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .store(let error): error.description
    case .aliases(let error): error.description
    case .report(let error): error.description
    }
  }
}

extension StoredDataError {
  static func ofStore<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoredDataError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  static func ofReport<Value>(
    _ body: () throws(ReportError) -> Value
  ) throws(StoredDataError) -> Value {
    do { return try body() } catch { throw .report(error) }
  }
}
