import Mappings
import TabularFiles

/// A file to import, and the table of the mapping that it is read as.
public struct ImportFile: Equatable, Sendable {
  /// The file's path.
  public var path: String
  /// The file's name, whose extension gives its kind; nil for the last part of the path.
  public var name: String?
  /// The table's name; nil to find it by the file's columns.
  public var table: String?
  /// Whether it was found in a folder or an archive, or by a pattern, which may hold any files: a
  /// call leaves it out if it fits no table.
  public var isFound: Bool
  /// Doubts about it before it is read, one line each, such as about a workbook's sheet.
  public var doubts: [String]

  /// Describes a file.
  public init(
    _ path: String, name: String? = nil, table: String? = nil, isFound: Bool = false,
    doubts: [String] = []
  ) {
    self.doubts = doubts
    self.path = path
    self.name = name
    self.table = table
    self.isFound = isFound
  }
}

/// Another reader of a JSON file's parts, during its import.
package struct PartReader: Sendable {
  /// Called before the first part, and again if reading restarts.
  let begin: @Sendable () -> Void
  /// Receives a part and its number in the file; several parts at a time.
  let read: @Sendable (Int, JSONPart) -> Void
  /// Called after the last part.
  let end: @Sendable () -> Void

  package init(
    begin: @escaping @Sendable () -> Void, read: @escaping @Sendable (Int, JSONPart) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    self.begin = begin
    self.read = read
    self.end = end
  }
}

/// An opened file with its table.
package struct ImportInput: Sendable {
  package let file: SourceFile
  package let tableName: String
  package private(set) var table: TableMapping
  /// The columns of the file itself; for a long JSON file those that it may have, until all its
  /// rows are read.
  package private(set) var columns: [String]
  /// Whether some row is more than a text or number where an object should be.
  package private(set) var hasObjects = true
  /// Whether the rows may turn out to have other columns than these.
  package private(set) var isGuess = false
  /// Doubts about the file's text, one line each.
  package private(set) var doubts: [String]
  /// Other readers of the same file.
  package var beside: [PartReader] = []
  /// The texts of its rows if they were read ahead, and the rows' columns.
  private var early: (rows: [SourceRows], all: JSONColumns)?

  /// Finds the table of a file.
  package init(_ file: SourceFile, table name: String?, _ mapping: Mapping, limits: ProbeLimits)
    throws(ImportError)
  {
    var found = try mapping.table(for: file, named: name, limits: limits)
    self.file = file
    doubts = file.doubts
    tableName = found.name
    table = found.mapping
    columns = []
    // Other tables name the columns that they join, so all must be known beforehand.
    if table.isSide || !table.joins.isEmpty { try found.examineAll(file, threads: limits.threads) }
    if found.areAll { settle(found.columns) } else { guess(found.columns) }
  }

  /// Opens a file in the form that the mapping states, and finds its table.
  ///
  /// Of several forms, the first in which the file fits one of the mapping's tables is used.
  package init(opening file: ImportFile, _ mapping: Mapping, limits: ProbeLimits)
    throws(ImportError)
  {
    var failure: ImportError?
    let forms = mapping.forms(of: file.table)
    // A file is cut by the widths of tables that take its name alone.
    let name = (file.name ?? file.path).split(separator: "/").last.map(String.init) ?? ""
    let named = forms.filter { form in
      form.widths.isEmpty
        || mapping.tables.values.contains { $0.form == form && $0.takes(name) }
    }
    for form in named.isEmpty ? forms : named {
      do throws(ImportError) {
        let source = try onFile { () throws(FileError) in
          try SourceFile(
            path: file.path, name: file.name, form: form, guessesEncoding: true,
            threads: limits.threads, progress: limits.progress)
        }
        self = try [source].unchanged { () throws(ImportError) in
          try ImportInput(source, table: file.table, mapping, limits: limits)
        }
        doubts += file.doubts
        return
      } catch {
        // The first form is the likeliest, so its error is the most useful.
        failure = failure ?? error
        guard SourceKind(fileName: file.name ?? file.path)?.isCSV ?? false else { break }
      }
    }
    guard let failure else { preconditionFailure("a mapping has a table") }
    throw failure
  }

  /// Opens a file whose table is known and reads its rows' texts at once, for the other readers
  /// too, before the import; nil if it must be examined first: its import then reports its faults.
  package init?(
    ahead file: SourceFile, table name: String, _ mapping: Mapping, beside: [PartReader]
  ) {
    guard let table = mapping.tables[name], !table.isSide, table.joins.isEmpty else { return nil }
    self.file = file
    doubts = file.doubts
    tableName = name
    self.table = table
    columns = []
    self.beside = beside
    isGuess = true
    var rows: [SourceRows] = []
    let all = try? read(threads: 1) {
      rows = []
    } take: {
      rows.append($0)
    }
    // A file without any row, or without an object among them, has no columns and lacks none: only
    // the list of all its columns shows that.
    guard let all, all.names.contains(where: JSONColumns.isOwn) else { return nil }
    early = (rows, all)
    settle(all)
  }

  /// The path of its rows; nil if it is not JSON.
  var rowPath: RowPath? { file.kind.isJSON ? table.rowPath : nil }

  /// Whether a field is read from the file's name.
  var asksForFileName: Bool {
    table.fields.values.contains { field in
      field.sources.contains {
        $0.parts.contains { $0.column == ColumnMapping.fileName }
      }
    }
  }

  /// Whether rows need no joins, no file name and no second reader.
  package var isPlain: Bool { table.joins.isEmpty && beside.isEmpty && !asksForFileName }

  /// Whether its rows only complete other files' rows.
  package var isSide: Bool { table.isSide }

  /// The columns that the table's fields and joins need; for a guess all of them, as each decides
  /// how the others are read.
  package var neededColumns: [String] {
    let all = table.columnsTaken
    let known = columns.filter(all.contains)
    return isGuess ? known + all.subtracting(known).sorted() : known
  }

  /// Passes on the texts of its rows, a part of the file at a time.
  ///
  /// - Parameters:
  ///   - threads: Number of parsing threads.
  ///   - begin: Called before the first rows, and again if reading restarts.
  ///   - reached: Receives the share of a JSON file up to the end of the rows that follow.
  ///   - take: Receives rows of the needed columns.
  /// - Returns: The columns of all rows of a JSON file; nil for another kind of file.
  /// - Throws: `FileError` when it cannot be read.
  func read(
    threads: Int, begin: () -> Void, reached: (Double) -> Void = { _ in },
    take: (SourceRows) -> Void
  ) throws(FileError) -> JSONColumns? {
    if let early {
      begin()
      for rows in early.rows { take(rows) }
      return early.all
    }
    let beside = beside
    let all = try file.readParts(columns: neededColumns, rows: rowPath, threads: threads) {
      index, part in
      for reader in beside { reader.read(index, part) }
    } begin: {
      for reader in beside { reader.begin() }
      begin()
    } reached: {
      reached($0)
    } take: {
      take($0)
    }
    for reader in beside { reader.end() }
    return all
  }

  /// Returns the columns, and the lists of a JSON file, that no field and no other table takes.
  ///
  /// - Parameters:
  ///   - mapping: The meaning of the call's files.
  ///   - all: The columns of all rows of a JSON file.
  /// - Returns: Names in file order, a row's own first.
  package func unusedColumns(_ mapping: Mapping, _ all: JSONColumns? = nil) -> [String] {
    let taken = table.columnsTaken.union(mapping.columnsJoined(of: tableName))
    let found = all.map { $0.names + $0.closedContainers } ?? columns
    let leaves = table.leaves.map(StarPattern.init)
    // A stream's broken lines are refused rows; their column is none of the file's.
    let broken = file.brokenLines.isEmpty ? nil : RejectReason.brokenLine.rawValue
    return found.filter { name in
      !taken.contains(name) && name != broken && !table.leaves.contains(name)
        && !leaves.contains { $0.text(in: name) != nil }
    }
  }

  /// Checks that it has the columns of its table's fields; skipped while its columns are a guess,
  /// or if it joins others.
  package func requireColumns() throws(ImportError) {
    guard !isGuess, table.joins.isEmpty else { return }
    _ = try table.fields(in: file.path, columns: columns, hasObjects: hasObjects)
  }

  /// Returns the input with the columns of all its rows.
  package func settled(_ all: JSONColumns) -> ImportInput {
    var input = self
    input.settle(all)
    return input
  }

  // MARK: - Implementation

  private mutating func settle(_ all: JSONColumns) {
    // Columns that first occur after the rows examined were not read as prices.
    if !isGuess { table = table.naming(pricesIn: all.names, arePaths: file.kind.isJSON) }
    columns = all.names + table.misread(all)
    hasObjects = !all.hasRowsWithoutObjects
    isGuess = false
  }

  /// Assumes that later rows have all columns that the mapping reads, as a column that no row has
  /// is read as one without a text; and that an object or list stays one.
  private mutating func guess(_ first: JSONColumns) {
    table = table.naming(pricesIn: first.names, arePaths: file.kind.isJSON)
    let seen = Set(first.names + first.containers)
    let others = Set(table.mappedColumns).subtracting(seen).sorted()
    let likely = JSONColumns(names: first.names + others, containers: first.containers)
    columns = likely.names + table.misread(likely)
    isGuess = true
  }
}

extension TableMapping {
  /// Whether its rows only complete other tables' rows.
  package var isSide: Bool { feeds == .lookup || feeds == .races }

  /// The mapped columns and the join keys.
  package var columnsTaken: Set<String> {
    Set(mappedColumns + joins.flatMap { $0.on.map(\.own) })
  }
}

extension Mapping {
  /// Returns the columns of a table that others join, or use as join keys.
  fileprivate func columnsJoined(of name: String) -> [String] {
    tables.values.flatMap { table in
      let joins = table.joins.filter { $0.table == name }
      guard !joins.isEmpty else { return [String]() }
      let taken = table.columnsTaken.filter { $0.hasPrefix(name + ".") }
      return taken.map { String($0.dropFirst(name.count + 1)) }
        + joins.flatMap { $0.on.map(\.other) }
    }
  }
}
