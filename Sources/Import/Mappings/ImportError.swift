import Columns
import ColumnStore
import SystemFiles
import TabularFiles

/// An error that stops an import; the store is unchanged, unless the store's error says otherwise.
public enum ImportError: Error, Equatable, Sendable {
  /// A file cannot be read.
  case file(FileError)
  /// The store cannot be read or written.
  case store(StoreError)
  /// A mapping is invalid.
  case badMapping(file: String, found: String, expected: String)
  /// None of a mapping's tables has the file's columns.
  case unknownTable(file: String, columns: [String], mapping: String, lacking: [String])
  /// A file has the columns of a mapping's tables that only a file name can identify.
  case unnamedTable(file: String, mapping: String, names: [String])
  /// All of a mapping's tables need JSON, and a file has another form.
  case otherKind(file: String, mapping: String)
  /// A mapping has no table of that name.
  case unknownTableName(found: String, mapping: String, expected: [String])
  /// Too many of a call's runners have a result without a known meaning.
  case unknownFinishes(
    files: String, _ count: Int, of: Int, words: String, remedy: String, allowed: Double)
  /// A call's files don't fit together.
  case joinedFiles(table: String, found: String, expected: String)
  /// A file has more races with the signs of several in one than an import allows.
  case mergedRaces(file: String, found: String, limit: Double)
  /// A store has no import of that number, or it is undone.
  case noImport(store: String, id: Int, isUndone: Bool)
  /// Imports must be read again, but the raw archive does not hold their files.
  case notArchived(store: String, imports: [String])
}

extension ImportError {
  /// Whether the file is of another kind than the mapping reads, not a damaged one of that kind.
  package var isOfOtherFile: Bool {
    switch self {
    case .unknownTable, .otherKind, .file(.empty), .file(.otherForm), .file(.missingColumns): true
    default: false
    }
  }
}

extension ImportError {
  /// Whether the file's content is damaged, or is none of its kind.
  package var isOfDamage: Bool {
    if case .file(.malformed) = self { true } else { false }
  }

  /// Whether the content of a file is damaged.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether the error names it, with a line or without.
  package func isDamage(of path: String) -> Bool {
    guard case .file(.malformed(let file, _, _)) = self else { return false }
    return file == path || file.hasPrefix(path + ":")
  }
}

extension ImportError: CustomStringConvertible {
  /// The message: the place, what was found and what was expected.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .store(let error): error.description
    case .badMapping(let file, let found, let expected):
      "\(file): found \(found); expected \(expected)"
    case .unknownTable(let file, let columns, let mapping, _) where columns.isEmpty:
      "\(file): found no rows where the mapping \(mapping) expects them, such as races without "
        + "their runners"
    case .unknownTable(let file, let columns, let mapping, let lacking):
      "\(file): found the columns \(FileError.listed(columns)); expected those of a file that "
        + "the mapping \(mapping) reads"
        + (lacking.isEmpty ? "" : ", which has \(FileError.listed(lacking)) too")
        + "; railbird import --explain proposes a mapping"
    case .unnamedTable(let file, let mapping, let names):
      "\(file): found a name that belongs to no table of the mapping \(mapping); expected one such as "
        + names.joined(separator: " or ") + ", or the table in front, as TABLE=FILE"
    case .otherKind(let file, let mapping):
      "\(file): found rows of columns; expected what the mapping \(mapping) reads: JSON"
    case .unknownTableName(let found, let mapping, let expected):
      "found the table \(found); expected one of the mapping \(mapping)'s: "
        + expected.joined(separator: ", ")
        + (NearestName.find(found, in: expected).map { " (nearest: \($0))" } ?? "")
    case .unknownFinishes(let files, let count, let runners, let words, let remedy, let allowed):
      "\(files): found a result without a known meaning for \(count) of \(runners) runners: "
        + "\(words); expected at most \(allowed) of them (--max-unresolved); \(remedy)"
    case .joinedFiles(let table, let found, let expected):
      "the table \(table): found \(found); expected \(expected)"
    case .mergedRaces(let file, let found, let limit):
      "\(file): found \(found); expected at most \(limit) of the races: give race_id the columns that "
        + "tell races apart (railbird import --explain tries them), or allow more by --max-merged"
    case .noImport(let store, let id, isUndone: false):
      "\(store): found no import \(id); expected one that `railbird imports` lists"
    case .noImport(let store, let id, isUndone: true):
      "\(store): found import \(id) undone already; expected one whose rows are in the store"
    case .notArchived(let store, let imports):
      "\(store): found no archived file of \(imports.joined(separator: ", ")): lost, or imported "
        + "with --no-archive; expected the raw archive to hold what has to be read again"
    }
  }
}

/// Runs a step that may fail on the store.
@inlinable package func onStore<Result>(_ body: () throws(StoreError) -> Result) throws(ImportError)
  -> Result
{
  do { return try body() } catch { throw .store(error) }
}

/// Runs a step that may fail on a file.
@inlinable package func onFile<Result>(_ body: () throws(FileError) -> Result) throws(ImportError)
  -> Result
{
  do { return try body() } catch { throw .file(error) }
}

/// Runs a step that may fail on a file of the store.
@inlinable package func onDisk<Result>(_ body: () throws(SystemError) -> Result) throws(ImportError)
  -> Result
{
  do { return try body() } catch { throw .store(.io(file: error.path, reason: error.reason)) }
}
