import TabularFiles

/// The limits of the search for a file's table, before its rows are read.
package struct ProbeLimits {
  /// Number of worker threads.
  package var threads = 1
  /// Number of rows of a JSON file that are examined to find its table.
  package var rows = 20_000
  /// Receives the number of bytes unpacked or parsed.
  package var progress: ByteProgress = { _, _ in }

  package init(
    threads: Int = 1, rows: Int = 20_000, progress: @escaping ByteProgress = { _, _ in }
  ) {
    self.threads = threads
    self.rows = rows
    self.progress = progress
  }
}

/// A table that a file is, or may be, and the columns found in the file.
package struct FoundTable {
  package let name: String
  package let mapping: TableMapping
  package private(set) var columns: JSONColumns
  /// Whether the file has no other columns: of a long JSON file only the first rows are examined.
  package private(set) var areAll = true

  /// Reads a file's header, or its first rows.
  init(_ name: String, _ mapping: TableMapping, of file: SourceFile, limits: ProbeLimits)
    throws(ImportError)
  {
    self.name = name
    self.mapping = mapping
    let rows = mapping.rowPath
    let first = try onFile { () throws(FileError) in
      try file.jsonColumns(rows: rows, ofFirst: limits.rows)
    }
    if let first {
      (columns, areAll) = first
    } else {
      columns = JSONColumns(names: try onFile { () throws(FileError) in try file.columnNames() })
    }
  }

  /// Examines all rows.
  package mutating func examineAll(_ file: SourceFile, threads: Int) throws(ImportError) {
    let rows = mapping.rowPath
    guard !areAll,
      let all = try onFile({ () throws(FileError) in
        try file.jsonColumns(rows: rows, threads: threads)
      })
    else { return }
    columns = all
    areAll = true
  }

  /// The identifying columns that were not found.
  var lacking: [String] {
    let found = Set(columns.names)
    return mapping.recognisedBy.filter { !found.contains($0) }
  }

  /// Whether the objects around rows identify it, where the rows are texts.
  var isLikely: Bool {
    let lacking = lacking
    return columns.hasRowsWithoutObjects && lacking.count < mapping.recognisedBy.count
      && lacking.allSatisfy(JSONColumns.isOwn)
  }

  /// Whether it goes before another table that the file may also be.
  func comes(before other: FoundTable) -> Bool {
    // A file's name identifies more than columns.
    if (mapping.named == nil) != (other.mapping.named == nil) { return mapping.named != nil }
    let (own, others) = (mapping.recognisedBy.count, other.mapping.recognisedBy.count)
    return own > others || own == others && name < other.name
  }

  /// Whether rows that were not examined may have the missing columns.
  func mayBe(_ file: SourceFile, threads: Int) throws(ImportError) -> Bool {
    guard !areAll else { return false }
    for column in lacking {
      let name = column.split(separator: "/").last.map(String.init) ?? ""
      let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      guard isPlain else { continue }
      let isIn = try onFile { () throws(FileError) in
        try file.mayHold(member: name, threads: threads)
      }
      guard isIn else { return false }
    }
    return true
  }
}

extension Mapping {
  /// Returns the table of a file: the named one, or the one whose identifying columns the file has.
  ///
  /// In a long JSON file, examines the rows after the first ones where they could change the
  /// result.
  package func table(for file: SourceFile, named name: String?, limits: ProbeLimits)
    throws(ImportError)
    -> FoundTable
  {
    if let name {
      guard let table = tables[name] else {
        throw .unknownTableName(found: name, mapping: self.name, expected: tables.keys.sorted())
      }
      return try FoundTable(name, table, of: file, limits: limits)
    }
    let possible = tables.sorted { $0.key < $1.key }.filter { _, table in
      file.kind.isJSON || table.rows == nil && (!file.kind.isCSV || table.form == file.form)
    }
    var found: [FoundTable] = []
    for (name, table) in possible where file.kind.isJSON || table.takes(file.name) {
      found.append(try FoundTable(name, table, of: file, limits: limits))
    }
    guard !possible.isEmpty else { throw .otherKind(file: file.path, mapping: self.name) }
    let first = fitting(found)
    for index in found.indices where canBeFound(found[index]) {
      if let first {
        guard found[index].comes(before: first),
          try found[index].mayBe(file, threads: limits.threads)
        else { continue }
      }
      try found[index].examineAll(file, threads: limits.threads)
    }
    if let best = fitting(found) ?? likely(found) { return best }
    let seen = found.first { !$0.columns.names.isEmpty }?.columns.names ?? []
    if file.kind.isJSON, seen.isEmpty, let empty = try tableWithoutRows(in: file, among: found) {
      return empty
    }
    let unnamed = possible.filter { _, table in
      !table.takes(file.name) && Set(table.recognisedBy).isSubset(of: seen)
    }
    if !unnamed.isEmpty {
      throw .unnamedTable(
        file: file.path, mapping: self.name, names: unnamed.compactMap { $0.value.named }.sorted())
    }
    // If the file has nothing of any table, there is no nearest one.
    let nearest = found.filter { $0.lacking.count < $0.mapping.recognisedBy.count }
      .min { $0.lacking.count < $1.lacking.count }
    throw .unknownTable(
      file: file.path, columns: seen, mapping: self.name, lacking: nearest?.lacking ?? [])
  }

  // MARK: - Implementation

  /// Whether a file's columns can identify the table.
  private func canBeFound(_ table: FoundTable) -> Bool {
    !table.mapping.recognisedBy.isEmpty || tables.count == 1 || table.mapping.form.columns != nil
  }

  private func fitting(_ found: [FoundTable]) -> FoundTable? {
    found.filter { canBeFound($0) && $0.lacking.isEmpty }.min { $0.comes(before: $1) }
  }

  private func likely(_ found: [FoundTable]) -> FoundTable? {
    found.filter { canBeFound($0) && $0.isLikely }.min { $0.comes(before: $1) }
  }

  /// Returns the first table whose list of rows the file has, even if it is empty: a day without
  /// races.
  private func tableWithoutRows(
    in file: SourceFile, among found: [FoundTable]
  ) throws(ImportError) -> FoundTable? {
    for table in found {
      let path = table.mapping.rowPath
      if try onFile({ () throws(FileError) in try file.hasEmptyList(at: path) }) { return table }
    }
    return nil
  }
}

extension TableMapping {
  /// Whether a file's name fits the table's name for files.
  package func takes(_ name: String) -> Bool {
    guard let named else { return true }
    let (name, pieces) = (
      name.lowercased(), named.lowercased().split(separator: "*", omittingEmptySubsequences: false)
    )
    guard pieces.count > 1 else { return name == pieces[0] }
    guard name.hasPrefix(pieces[0]) else { return false }
    var rest = name.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }
}
