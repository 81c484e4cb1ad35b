import ColumnStore
import Mappings
import SystemFiles
import TabularFiles

/// An error that prevents a fetch, or the storing of its answers.
public enum FetchError: Error, Equatable, Sendable {
  /// The last day is before the first.
  case noDays(from: String, to: String)
  /// There is no credential for the service; the text is the message.
  case noCredential(String)
  /// Another process is fetching into the store.
  case busy(store: String)
  /// The store holds the answers of a service at another address.
  case otherService(file: String, found: String, asked: String)
  /// The store cannot be read or written.
  case store(StoreError)
  /// The journal cannot be read.
  case journal(FileError)
  /// The journal cannot be written.
  case disk(file: String, reason: String)
  /// The answers cannot be imported; they stay in the journal.
  case importing(ImportError)
  /// The answers are stored, but the figures of `connection_stats` cannot be computed.
  case statistics(StoredDataError)
}

extension FetchError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .noDays(let from, let to):
      "the days to fetch: found \(from) to \(to); expected a first day that is not after the last"
    case .noCredential(let text): text
    case .busy(let store):
      "\(store): another process is fetching into this store; try again when it has finished"
    case .otherService(let file, let found, let asked):
      "\(file): found \(found) as the service of this store; expected \(asked), which this fetch requests; "
        + "fetch into another store or, if the service has moved, remove the file"
    case .store(let error): error.description
    case .journal(let error):
      "\(error.description); move the file away; the next fetch requests its answers again"
    case .disk(let file, let reason): "\(file): cannot be written (\(reason))"
    case .importing(.file(let error)):
      "\(error); move the file away; the next fetch requests its answers again"
    case .importing(let error): error.description
    case .statistics(let error):
      "the answers are stored; connection_stats: \(error.description)"
    }
  }
}

/// Runs a step on the store, with its error as a `FetchError`.
func onFetchStore<Result>(_ body: () throws(StoreError) -> Result) throws(FetchError) -> Result {
  do { return try body() } catch { throw .store(error) }
}

/// Runs work on a fetch's own files, with its error as a `FetchError`.
func onFetchDisk<Answer>(_ body: () throws(SystemError) -> Answer) throws(FetchError) -> Answer {
  do { return try body() } catch { throw .store(.io(file: error.path, reason: error.reason)) }
}
