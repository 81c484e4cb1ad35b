import CSimdJSON
import Columns

extension JSONDocuments {
  typealias Beside = @Sendable (Int, JSONPart) -> Void

  /// Reads columns of the rows at a path, some parts at a time, in file order.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths, all different; a path that no row has is null throughout.
  ///   - rows: The rows' path.
  ///   - threads: The maximum number of threads that parse.
  ///   - beside: Reads something else from a part while it is in memory; receives the part's
  ///     number, and is called for several parts at a time.
  ///   - begin: Called first; and again if a part cannot be read by itself because a document spans
  ///     lines or is malformed. Then all earlier output is void, and the text is read as a whole,
  ///     which finds the error.
  ///   - take: Receives tables of exactly these columns, and the share of the text, 0 to 1, up to
  ///     their end.
  /// - Returns: The kinds of all rows' members, as in ``DocumentText/readNoting(_:_:)``.
  /// - Throws: ``FileError`` for malformed text.
  func read(
    _ columns: [String], _ rows: RowPath, threads: Int, beside: Beside? = nil, begin: () -> Void,
    take: ([Table], Double) -> Void
  ) throws(FileError) -> JSONMembers {
    var members = JSONMembers()
    try inParts(threads: threads, beside) {
      members = JSONMembers()
      begin()
    } read: { text throws(FileError) in
      try text.readNoting(columns, rows)
    } take: { parts, share in
      for part in parts { members.merge(part.members) }
      take(parts.flatMap(\.tables), share)
    }
    return members
  }

  /// Reads all given columns of the rows at a path.
  func read(_ columns: [String], _ rows: RowPath, threads: Int) throws(FileError) -> [Table] {
    var tables: [Table] = []
    try inParts(threads: threads) {
      tables = []
    } read: { text throws(FileError) in
      try text.read(columns, rows)
    } take: { parts, _ in
      tables += parts.flatMap { $0 }
    }
    return tables
  }

  /// Finds the kinds of the members of the rows at a path.
  func members(_ rows: RowPath, threads: Int) throws(FileError) -> JSONMembers {
    var members = JSONMembers()
    try inParts(threads: threads) {
      members = JSONMembers()
    } read: { text throws(FileError) in
      try text.members(rows, limit: .max).members
    } take: { parts, _ in
      for part in parts { members.merge(part) }
    }
    return members
  }

  /// Finds the kinds of the members of the first rows at a path, and whether there are no other
  /// rows.
  func members(_ rows: RowPath, ofFirst limit: Int) throws(FileError)
    -> (members: JSONMembers, areAll: Bool)
  {
    var members = JSONMembers()
    var rest = limit
    for index in 0..<partCount where rest > 0 {
      guard let part = try? part(index), let found = try? part.members(rows, limit: rest) else {
        let found = try whole(threads: 1).members(rows, limit: limit)
        return (found.members, found.rowCount < limit)
      }
      members.merge(found.members)
      rest -= found.rowCount
    }
    return (members, rest > 0)
  }

  // MARK: - Implementation

  /// Processes each part, or the whole if parts cannot be read by themselves.
  private func inParts<Outcome: Sendable>(
    threads: Int, _ beside: Beside? = nil, begin: () -> Void,
    read: @Sendable (DocumentText) throws(FileError) -> Outcome, take: ([Outcome], Double) -> Void
  ) throws(FileError) {
    begin()
    guard partCount == 1 || !readParts(threads, beside, read, take) else { return }
    begin()
    let text = try whole(threads: threads)
    let outcome = try read(text)
    beside?(0, JSONPart(checked: text))
    take([outcome], 1)
  }

  /// Processes all parts; returns whether all could be read.
  private func readParts<Outcome: Sendable>(
    _ threads: Int, _ beside: Beside?,
    _ read: @Sendable (DocumentText) throws(FileError) -> Outcome,
    _ take: ([Outcome], Double) -> Void
  ) -> Bool {
    // More parts than threads, so that no thread waits long for the slowest part.
    let atOnce = threads * 2
    for first in stride(from: 0, to: partCount, by: atOnce) {
      let count = min(atOnce, partCount - first)
      let outcomes = ParallelTasks.map(count: count, threads: threads) { index -> Outcome? in
        guard let text = try? part(first + index), let outcome = try? read(text) else { return nil }
        beside?(first + index, JSONPart(checked: text))
        return outcome
      }
      guard !outcomes.contains(where: { $0 == nil }) else { return false }
      take(outcomes.map { $0! }, Double(first + count) / Double(partCount))
    }
    return true
  }
}
