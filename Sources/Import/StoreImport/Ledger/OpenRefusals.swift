import ColumnStore
import Columns
import Racing
import RowReading

/// The rows that imports of a source still refuse, to compare with the rows of a later import.
///
/// Undone imports do not count. A row's place is its number through all imports.
struct OpenRefusals {
  /// The imports, each with the rows it refuses.
  let imports: [(file: ImportedFile, rows: RefusedColumns)]
  /// The lengths of the texts of the rows.
  let textLengths: Set<Int>
  /// The place of each import's first row, and the number of all rows.
  private let starts: [Int]
  /// Places by text, by race, and by race and each part of the row's key.
  private let places: PlaceIndex.Places
  /// The keys of records with another number of fields than their header; their lines are places.
  private let otherWidths: RefusedColumns

  private static let separator = UInt8(ascii: "\u{1F}")

  /// Returns the keys of the imports' records with another number of fields, given the place of
  /// each import's first row; their lines are their places, ascending.
  typealias KeyReading = (
    _ imports: [(file: ImportedFile, rows: RefusedColumns)], _ starts: [Int]
  ) throws(StoreError) -> RefusedColumns

  /// Takes the refused rows of some imports; nil where there are none.
  ///
  /// - Parameters:
  ///   - imports: The imports.
  ///   - writer: The writer; its store holds the index of very many rows.
  ///   - bound: Bytes of the index in memory.
  ///   - keys: Reads the keys of records with another number of fields than their header.
  /// - Throws: ``StoreError`` `.io` when the disk is full.
  init?(
    _ imports: [(file: ImportedFile, rows: RefusedColumns)], _ writer: StoreWriter, bound: Int,
    otherWidths keys: KeyReading
  ) throws(StoreError) {
    self.imports = imports.filter { !$0.rows.isEmpty }
    guard !self.imports.isEmpty else { return nil }
    starts = self.imports.reduce(into: [0]) { $0.append($0.last! + $1.rows.count) }
    otherWidths = try keys(self.imports, starts)
    var walk = LineWalk(otherWidths.lines)
    var index = PlaceIndex(writer, bound: bound)
    var lengths: Set<Int> = []
    for ((_, rows), start) in zip(self.imports, starts) {
      for row in rows.indices {
        let place = start + row
        // Safety: the bytes belong to `rows`, which outlives every use of them, here and below.
        let text = rows.raw(row)
        if !text.isEmpty {
          lengths.insert(text.count)
          try index.add(place, PlaceIndex.hash(text))
        }
        let key = walk.place(of: place).map(otherWidths.key) ?? rows.key(row)
        let parts = key.split(separator: Self.separator).map { UnsafeBufferPointer(rebasing: $0) }
        guard let race = parts.first else { continue }
        try index.add(place, PlaceIndex.hash(race, Self.noPart))
        for part in parts.dropFirst() { try index.add(place, PlaceIndex.hash(race, part)) }
      }
    }
    textLengths = lengths
    places = try index.finished()
  }

  /// Finds the rows that have a text.
  ///
  /// - Parameters:
  ///   - text: The bytes of a record.
  ///   - brought: Receives the places of the rows; it has all rows of a text or none.
  func find(_ text: UnsafeBufferPointer<UInt8>, _ brought: inout RowSet) {
    places.search(PlaceIndex.hash(text)) { place in
      let (file, row) = location(place)
      guard imports[file].rows.raw(row).elementsEqual(text) else { return false }
      guard !brought.contains(place) else { return true }
      brought.insert(place)
      return false
    }
  }

  /// Finds the open rows whose key an accepted row has.
  ///
  /// - Parameters:
  ///   - keys: The file's rows.
  ///   - refused: The file's rows that are refused again.
  /// - Returns: The places of the open rows.
  func brought(by keys: RowKeys, except refused: RowSet) -> RowSet {
    var found = RowSet()
    keys.forEach(ofRaces: isOpen) { row, race in
      guard !refused.contains(row) else { return }
      let parts = keys.parts(row)
      for (name, value) in parts {
        let hash = Array("\(name)=\(value)".utf8).withUnsafeBufferPointer {
          PlaceIndex.hash(race, $0)
        }
        places.search(hash) { place in
          if !found.contains(place), let open = self.parts(place, of: race),
            keys.isSame(parts, open)
          {
            found.insert(place)
          }
          return false
        }
      }
    }
    return found
  }

  /// Returns the rows without a reliable key, of imports of one file name and table; by import,
  /// with the place of each import's first row.
  func keyless(
    of name: String, _ table: String
  ) -> [(file: ImportedFile, rows: RefusedColumns, keyless: [Int], start: Int)] {
    zip(imports, starts).compactMap { item, start in
      guard item.file.name == name, item.file.table == table else { return nil }
      let keyless = item.rows.indices.filter { row in
        !item.rows.raw(row).isEmpty
          && (key(start + row).isEmpty || item.rows.isOfOtherWidth(row))
      }
      return keyless.isEmpty ? nil : (item.file, item.rows, keyless, start)
    }
  }

  /// Returns the imports that lose some rows, each with the rows that it still refuses.
  func left(without brought: RowSet, _ draft: () -> RefusedDraft) throws(StoreError)
    -> [(file: ImportedFile, rows: RefusedColumns)]
  {
    var left: [(file: ImportedFile, rows: RefusedColumns)] = []
    guard !brought.isEmpty else { return left }
    for (index, (file, rows)) in imports.enumerated() {
      func isBrought(_ row: Int) -> Bool { brought.contains(starts[index] + row) }
      guard rows.indices.contains(where: isBrought) else { continue }
      let rest = draft()
      for row in rows.indices where !isBrought(row) { rest.append(rows[row]) }
      left.append((file, RefusedColumns(try rest.rows())))
    }
    return left
  }

  // MARK: - Implementation

  private static var noPart: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nil, count: 0)
  }

  private func location(_ place: Int) -> (file: Int, row: Int) {
    let file = starts.indices.partitionPoint { starts[$0] > place } - 1
    return (file, place - starts[file])
  }

  /// Whether some row may be of a race.
  private func isOpen(_ race: UnsafeBufferPointer<UInt8>) -> Bool {
    var isOpen = false
    places.search(PlaceIndex.hash(race, Self.noPart)) { _ in
      isOpen = true
      return true
    }
    return isOpen
  }

  /// Returns the parts of a row's key by name; nil where the row is of another race.
  private func parts(_ place: Int, of race: UnsafeBufferPointer<UInt8>) -> [String: String]? {
    let key = key(place).split(separator: Self.separator)
    guard let first = key.first, first.elementsEqual(race) else { return nil }
    var parts: [String: String] = [:]
    for part in key.dropFirst() {
      let pair = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      parts[String(decoding: pair[0], as: UTF8.self)] =
        String(decoding: pair[pair.count - 1], as: UTF8.self)
    }
    return parts
  }

  private func key(_ place: Int) -> UnsafeBufferPointer<UInt8> {
    let other = otherWidths.indices.partitionPoint { otherWidths.line($0) >= place }
    if other < otherWidths.count, otherWidths.line(other) == place { return otherWidths.key(other) }
    let (file, row) = location(place)
    return imports[file].rows.key(row)
  }
}
