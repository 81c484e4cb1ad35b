import CSimdJSON
import Columns

extension JSONDocuments {
  typealias Beside = @Sendable (Int, JSONPart) -> Void

  /// Hands out columns of the rows at a path, some parts' rows at a time, in file order.
  ///
  /// - Parameters:
  ///   - columns: The columns' paths, all different; one that no row has is null throughout.
  ///   - rows: Where the rows stand.
  ///   - threads: How many threads may parse.
  ///   - beside: Reads something else of a part while it is at hand, knowing the part's number;
  ///     called for several parts at a time.
  ///   - begin: Called first; and again where a part cannot be read by itself, be it that a document
  ///     spans lines or that it is malformed: then what was handed out is void, and the whole is
  ///     read, which tells what is wrong with it.
  ///   - take: Takes tables of exactly these columns.
  /// - Returns: What the members of all rows are, as ``JSONText/readNoting(_:_:)`` tells them.
  /// - Throws: ``FileError`` when the text is malformed.
  func read(
    _ columns: [String], _ rows: RowPath, threads: Int, beside: Beside? = nil, begin: () -> Void,
    take: ([Table]) -> Void
  ) throws(FileError) -> JSONMembers {
    var members = JSONMembers()
    try inParts(threads: threads, beside) {
      members = JSONMembers()
      begin()
    } read: { text throws(FileError) in
      try text.readNoting(columns, rows)
    } take: { parts in
      for part in parts { members.merge(part.members) }
      take(parts.flatMap(\.tables))
    }
    return members
  }

  /// All columns of the rows at a path.
  func read(_ columns: [String], _ rows: RowPath, threads: Int) throws(FileError) -> [Table] {
    var tables: [Table] = []
    try inParts(threads: threads) {
      tables = []
    } read: { text throws(FileError) in
      try text.read(columns, rows)
    } take: {
      tables += $0.flatMap { $0 }
    }
    return tables
  }

  /// What the members of the rows at a path are.
  func members(_ rows: RowPath, threads: Int) throws(FileError) -> JSONMembers {
    var members = JSONMembers()
    try inParts(threads: threads) {
      members = JSONMembers()
    } read: { text throws(FileError) in
      try text.members(rows, limit: .max).members
    } take: { parts in
      for part in parts { members.merge(part) }
    }
    return members
  }

  /// What the members of the first rows at a path are, and whether there are no others.
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

  /// Makes something of each part, or of the whole where parts cannot be read by themselves.
  private func inParts<Outcome: Sendable>(
    threads: Int, _ beside: Beside? = nil, begin: () -> Void,
    read: @Sendable (JSONText) throws(FileError) -> Outcome, take: ([Outcome]) -> Void
  ) throws(FileError) {
    begin()
    guard partCount == 1 || !readParts(threads, beside, read, take) else { return }
    begin()
    let text = try whole(threads: threads)
    let outcome = try read(text)
    beside?(0, JSONPart(checked: text))
    take([outcome])
  }

  /// Returns whether all parts could be read.
  private func readParts<Outcome: Sendable>(
    _ threads: Int, _ beside: Beside?, _ read: @Sendable (JSONText) throws(FileError) -> Outcome,
    _ take: ([Outcome]) -> Void
  ) -> Bool {
    // More parts than threads, so that none waits long for the last.
    let atOnce = threads * 2
    for first in stride(from: 0, to: partCount, by: atOnce) {
      let count = min(atOnce, partCount - first)
      let outcomes = ParallelTasks.map(count: count, threads: threads) { index -> Outcome? in
        guard let text = try? part(first + index), let outcome = try? read(text) else { return nil }
        beside?(first + index, JSONPart(checked: text))
        return outcome
      }
      guard !outcomes.contains(where: { $0 == nil }) else { return false }
      take(outcomes.map { $0! })
    }
    return true
  }
}
