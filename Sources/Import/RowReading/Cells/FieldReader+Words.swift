import ColumnStore
import Columns
import Foundation
import Mappings
import Racing
import TabularFiles

extension FieldReader {
  /// The maximum number of line breaks in a text, as in a cell of a CSV file.
  static let lineLimit = CSVText.lineLimit

  /// The longest text of this field, in characters: people may write a book, but not a library.
  private var limit: Int {
    ["content", "comment"].contains(field.name) ? Limits.textCharacters : Limits.nameCharacters
  }

  /// Reads names as codes.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - out: The field's column.
  ///   - spelling: Returns the one spelling of a name that has several; nil for bytes that are not
  ///     UTF-8.
  func codes(
    _ count: Int, _ out: FieldColumn,
    spelling: ((UnsafeBufferPointer<UInt8>) -> [UInt8]?)? = nil
  ) {
    if spelling == nil, let list = cells.plainList, list.texts.count <= 4 * count {
      return listedCodes(list, count, out)
    }
    if spelling == nil, let plain = cells.plainCells, !plain.repeatOften(count) {
      return plainCodes(plain, count, out)
    }
    out.add(count, of: Int32.self) { slots in
      var last: Int32?
      cells.forEach(count) { row, cell, isRepeated in
        guard let cell else { return }
        if isRepeated, let last { return slots.set(row, last) }
        last = nil
        if refuses(cell, slots.first + row, out) { return }
        let spelt = spelling.flatMap { $0(cell) }
        last = spelt?.withUnsafeBufferPointer { encoder!.code($0) } ?? code(cell)
        if let last {
          slots.set(row, last)
        } else {
          out.note(problem(slots.first + row, cell.shown, "valid UTF-8"))
        }
      }
    }
  }

  /// Reads plain names as codes; looks up known ones many at a time.
  private func plainCodes(_ cells: TextCells, _ count: Int, _ out: FieldColumn) {
    out.add(count, of: Int32.self) { slots in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(count, 1)) { others in
        // Safety: the slots and `others` have room for `count` rows.
        let otherCount = encoder!.knownCodes(
          of: cells, count: count, into: slots.values, others: others.baseAddress!)
        slots.setAll(count)
        for place in 0..<otherCount {
          let row = Int(others[place])
          if let code = newCode(self.cells.cell(row, of: cells), slots.first + row, out) {
            slots.values[row] = code
          } else {
            slots.clear(row)
          }
        }
      }
    }
  }

  /// Returns the code of a name or key; nil if the bytes are not valid UTF-8.
  private func code(_ cell: UnsafeBufferPointer<UInt8>) -> Int32? {
    if let identifiers { return identifiers.code(cell) }
    return isName ? encoder!.nameCode(cell) : encoder!.code(cell)
  }

  /// Reads names from a list as codes; each is looked up at its first row.
  private func listedCodes(_ list: ListedTexts, _ count: Int, _ out: FieldColumn) {
    let cells = cells.plainCells!
    out.add(count, of: Int32.self) { slots in
      var known = [Int32](repeating: -1, count: list.texts.count)
      for row in 0..<count where list.places[row] >= 0 {
        let place = Int(list.places[row])
        if known[place] < 0 {
          // A text that is no name is noted in every row.
          guard let code = newCode(self.cells.cell(row, of: cells), slots.first + row, out) else {
            continue
          }
          known[place] = code
        }
        slots.set(row, known[place])
      }
    }
  }

  /// Returns the code of a text that is no known name as it is; nil if it is no name.
  private func newCode(_ cell: UnsafeBufferPointer<UInt8>?, _ row: Int, _ out: FieldColumn)
    -> Int32?
  {
    guard let cell, !refuses(cell, row, out) else { return nil }
    if let code = code(cell) { return code }
    out.note(problem(row, cell.shown, "valid UTF-8"))
    return nil
  }

  func texts(_ count: Int, _ out: FieldColumn) {
    let isRaceKey = field == RacingTables.raceID && !mapping.isExact
    out.addTexts(count) { slots in
      cells.forEach(count, looksForRepeats: false) { row, cell, _ in
        if let cell, !slots.hasRoom(for: cell.count) {
          out.note(
            problem(
              out.rowCount + row, "more than 2 GiB of texts above this row", "files of less each"))
        } else if let cell, !refuses(cell, out.rowCount + row, out) {
          if cell.isASCII {
            slots.append(cell)
          } else if let text = String(validating: cell, as: UTF8.self) {
            // Normalised like names, so that two spellings are one race.
            var normal =
              isRaceKey ? NameForm.tidied(text) : text.precomposedStringWithCanonicalMapping
            normal.withUTF8 { slots.append($0) }
          } else {
            out.note(problem(out.rowCount + row, cell.shown, "valid UTF-8"))
          }
        }
        slots.end(row, isValid: cell != nil)
      }
    }
  }

  /// Reads positions: whole numbers, or what results print in their place.
  func positions(_ count: Int, _ out: FieldColumn) {
    guard mapping.formats.contains(.finish) else { return integers(count, out, Int16.self) }
    let expected = "a position of at most \(Finish.maximumPosition)"
    fixed(count, out, expected: expected) { cell -> CellReading<Int16> in
      guard Finish.mayHavePosition(cell.span) else { return .none }
      if let finish = Finish.parse(cell.span) { return finish.position.map { .value($0) } ?? .none }
      // A word without a meaning leaves the result open; a number is a mistake.
      return cell.allSatisfy { (48...57).contains($0) } ? .unreadable : .none
    }
  }

  /// Reads outcomes as their raw values, in whose order the store's dictionary lists them; codes of
  /// ``OpenFinishes`` stay until an import's check settles them.
  func outcomes(_ count: Int, _ out: FieldColumn) {
    // A file has few different texts here; each is read once.
    let texts = DictionaryEncoder.ofKeys()
    var outcomes: [Int32] = []
    let empty = openFinishes == nil ? Int32(Outcome.unresolved.rawValue) : OpenFinishes.empty
    out.add(count, of: Int32.self) { slots in
      var last = empty
      cells.forEach(count) { row, cell, isRepeated in
        if !isRepeated {
          last = empty
          if let cell, let text = texts.code(cell) {
            if Int(text) == outcomes.count {
              outcomes.append(outcomeCode(cell))
            }
            last = outcomes[Int(text)]
          }
        }
        slots.set(row, last)
      }
    }
  }

  // MARK: - Implementation

  private func outcomeCode(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 {
    var outcome = Self.outcome(cell)
    if outcome == nil, mapping.formats.contains(.finish),
      let finish = Finish.parse(cell.span, language: mapping.language)
    {
      // A zero may also be a runner that did not start: its price decides.
      if cell[0] == UInt8(ascii: "0"), openFinishes != nil { return OpenFinishes.zero }
      outcome = finish.outcome
    }
    if outcome == nil, let openFinishes { return openFinishes.code(cell.shown) }
    return Int32((outcome ?? .unresolved).rawValue)
  }

  /// Reads an outcome's word; a bare position means that the runner finished; nil for any other
  /// text.
  private static func outcome(_ cell: UnsafeBufferPointer<UInt8>) -> Outcome? {
    let word = String(decoding: cell, as: UTF8.self).lowercased()
      .replacing("-", with: "_").replacing(" ", with: "_")
    if let known = Outcome(name: word) { return known }
    return (integer(cell, Int16.self) ?? 0) > 0 ? .finished : nil
  }

  /// Notes a text that is no name or key: too long, with a NUL, or a mark of a JSON object or list.
  @inline(__always)
  private func refuses(_ cell: UnsafeBufferPointer<UInt8>, _ row: Int, _ out: FieldColumn)
    -> Bool
  {
    if cells.isInexact {
      out.note(
        problem(row, cell.shown, "texts or whole numbers: from 2^53 on a double may be rounded"))
      return true
    }
    let last = cell[cell.count - 1]
    if last == UInt8(ascii: "}") || last == UInt8(ascii: "]"), let found = Self.container(cell) {
      out.note(problem(row, found, "a text"))
      return true
    }
    // Safety: the search ends within the cell.
    if memchr(cell.baseAddress!, 0, cell.count) != nil {
      out.note(problem(row, "a NUL character", "a text without it"))
      return true
    }
    // An exported file may have it at the start of a line, where it does not belong to a cell.
    if cell[0] == CSVText.mark[0], cell.starts(with: CSVText.mark) {
      out.note(problem(row, "a byte order mark at the start", "a text without it"))
      return true
    }
    guard cell.count > Self.lineLimit else { return false }
    if cell.count > Limits.nameCharacters, let mistake = Self.tooLong(cell, limit) {
      out.note(problem(row, mistake, "at most \(limit)"))
      return true
    }
    let breaks = cell.count { $0 == UInt8(ascii: "\n") }
    guard breaks > Self.lineLimit, field.name != "content" else { return false }
    out.note(problem(row, "a text with \(breaks) line breaks", "at most \(Self.lineLimit)"))
    return true
  }

  /// Names the JSON object or list that a text marks, also behind other pieces.
  private static func container(_ cell: UnsafeBufferPointer<UInt8>) -> String? {
    let end = cell.suffix(5)
    if end.elementsEqual("{…}".utf8) { return "an object of JSON" }
    return end.elementsEqual("[…]".utf8) ? "a list of JSON" : nil
  }

  /// Counts a text's code points: one letter can have any number of combining marks.
  private static func tooLong(_ cell: UnsafeBufferPointer<UInt8>, _ limit: Int) -> String? {
    let count = cell.count { $0 & 0xC0 != 0x80 }
    return count > limit ? "a text of \(count) characters" : nil
  }
}
