import Columns

/// The runners of one race in a card's text, and the columns to leave out on a narrow terminal.
struct CardTable {
  /// Columns that are left out together.
  struct Part: Equatable {
    /// The title of the columns.
    let title: String
    let columns: Range<Int>
  }

  let table: TextTable
  /// The parts that may be left out, the least important last.
  let parts: [Part]

  /// Returns the lines without some parts.
  func lines(without gone: [Part]) -> [String] {
    table.leavingOut(Set(gone.flatMap(\.columns))).lines
  }

  /// Finds the parts to leave out, the same in all tables, so that every table fits.
  ///
  /// - Parameters:
  ///   - tables: The tables, which have the same parts.
  ///   - width: The columns of the terminal; nil for no limit.
  /// - Returns: The parts, in the order of the columns; all of them if even that is too wide.
  static func partsLeftOut(of tables: [CardTable], width: Int?) -> [Part] {
    guard let width, let first = tables.first else { return [] }
    var gone: [Part] = []
    for part in first.parts.reversed() {
      let widest = tables.flatMap { $0.lines(without: gone) }.map { DisplayWidth.of($0) }.max()
      guard let widest, widest > width else { break }
      gone.append(part)
    }
    return gone.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
  }
}

extension TextTable {
  /// Returns the table without some columns; a title over several columns goes with the first of
  /// them.
  fileprivate func leavingOut(_ gone: Set<Int>) -> TextTable {
    guard !gone.isEmpty else { return self }
    let kept = header.indices.filter { !gone.contains($0) }
    var table = TextTable(header: kept.map { header[$0] }, sides: kept.map { sides[$0] })
    table.rows = rows.map { row in kept.map { row[$0] } }
    table.groups = groups.compactMap { group in
      kept.firstIndex(of: group.firstColumn).map { (group.title, $0) }
    }
    return table
  }
}
