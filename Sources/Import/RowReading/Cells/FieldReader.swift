import ColumnStore
import Columns
import Foundation
import Mappings
import Racing
import Seasons
import StoreTables

/// Reads one field out of a batch of rows.
package struct FieldReader {
  let field: Field
  let mapping: FieldMapping
  /// The dictionary of a coded field.
  let encoder: DictionaryEncoder?
  /// The days of the file's rows, for times without a day and keys with one.
  var days: FieldColumn?
  /// The countries of these rows, for times whose half of the day depends on them.
  var countries: RowCountries?
  /// The texts of the field's cells.
  let cells: CellReader
  /// Gives keys their codes; nil for a field that is no key.
  let identifiers: IdentifierCodes?
  /// Collects the results that a file's rows leave open; nil to take them for unresolved.
  var openFinishes: OpenFinishes?
  /// Whether it holds names of horses, people or courses.
  let isName: Bool

  /// Describes a field.
  package init(
    field: Field, mapping: FieldMapping, encoder: DictionaryEncoder? = nil,
    isGuarded: Bool = false
  ) {
    self.field = field
    self.mapping = mapping
    self.encoder = encoder
    cells = CellReader(mapping, isGuarded: isGuarded)
    identifiers = mapping.isExact ? nil : IdentifierCodes(field, encoder)
    isName = field.isName
  }

  /// The relative cost of reading a cell: names cost more than numbers, and more with a larger
  /// dictionary.
  var effort: Int {
    switch field.type {
    case .coded: 100 + (encoder?.count ?? 0)
    case .text, .micros: 50
    default: 1
    }
  }

  /// Returns the values of a table's rows, and the cells that could not be read.
  package func values(_ rows: Table) -> (column: Column, problems: CellProblems) {
    let column = FieldColumn(field.type)
    read(RowBatch(rows), into: column)
    do throws(StoreError) {
      return (column.finished(), try column.problems())
    } catch {
      preconditionFailure("a table's mistakes are less than 2 GiB: \(error)")
    }
  }

  /// Adds the values of a batch of rows to the field's column.
  func read(_ batch: RowBatch, into out: FieldColumn) {
    cells.use(batch, days: days, from: out.rowCount)
    let count = batch.rowCount
    // An empty cell is a value for `outcome` only.
    if cells.haveNoText, field.type != .coded(dictionary: "outcome") { return out.addNulls(count) }
    if addTypedValues(to: out) { return }
    switch field.type {
    case .coded("outcome"): outcomes(count, out)
    // Place terms depend on the country's code, so one country has one spelling.
    case .coded("country"):
      codes(count, out) { cell in
        String(validating: cell, as: UTF8.self).map { Array($0.uppercased().utf8) }
      }
    case .coded("season"): words(count, out, Season.allCases.map(\.rawValue))
    case .coded("transaction_kind"): words(count, out, TransactionKind.allCases.map(\.rawValue))
    case .coded("team"): words(count, out, Team.allCases.map(\.rawValue))
    case .coded("price_kind"): words(count, out, PriceKind.allCases.map(\.rawValue))
    case .coded("bet_result"): words(count, out, BetStanding.allCases.map(\.rawValue))
    case .coded: codes(count, out)
    case .text: texts(count, out)
    case .int16 where isOfClub: years(count, out)
    case .int16 where field.name == "position": positions(count, out)
    case .int16: integers(count, out, Int16.self)
    case .int32:
      field.name == "distance_m" ? distances(count, out) : integers(count, out, Int32.self)
    case .date: dates(count, out)
    case .instant: times(count, out)
    case .micros: decimals(count, out)
    case .boolean: fixed(count, out, expected: "true or false") { .init(Self.flag($0)) }
    case .int64: integers(count, out, Int64.self)
    case .double: preconditionFailure("no field of the store has the type \(field.type)")
    }
  }

  // Safety: a cell's bytes are lent to its reader for the one call, here and below.

  /// Reads each cell into a value of one size.
  @inline(__always)
  func fixed<T: BitwiseCopyable>(
    _ count: Int, _ out: FieldColumn, expected: @autoclosure () -> String,
    looksForRepeats: Bool = true, _ read: (UnsafeBufferPointer<UInt8>) -> CellReading<T>
  ) {
    var last = CellReading<T>.none
    fixedByRow(count, out, expected: expected(), looksForRepeats: looksForRepeats) {
      _, cell, isRepeated in
      if !isRepeated { last = read(cell) }
      return last
    }
  }

  /// Reads each cell into a value of one size, given its row in the column and whether its text
  /// equals that of the row before.
  @inline(__always)
  func fixedByRow<T: BitwiseCopyable>(
    _ count: Int, _ out: FieldColumn, expected: @autoclosure () -> String,
    looksForRepeats: Bool = true,
    _ read: (Int, UnsafeBufferPointer<UInt8>, Bool) -> CellReading<T>
  ) {
    out.add(count, of: T.self) { slots in
      cells.forEach(count, looksForRepeats: looksForRepeats) { row, cell, isRepeated in
        guard let cell else { return }
        take(read(slots.first + row, cell, isRepeated), of: cell, row, &slots, out, expected())
      }
    }
  }

  /// Reads each cell into a value of one size, most of them as one machine word.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - out: The field's column.
  ///   - expected: The expected kind of text, in words.
  ///   - glance: Returns the value of a text of one to eight bytes, given as a machine word and the
  ///     number of bytes; nil to leave it to `read`. Both must agree.
  ///   - read: Reads any text.
  @inline(__always)
  func fixedByWord<T: BitwiseCopyable>(
    _ count: Int, _ out: FieldColumn, expected: @autoclosure () -> String,
    glance: (UInt64, Int) -> T?, _ read: (UnsafeBufferPointer<UInt8>) -> CellReading<T>
  ) {
    guard let plain = cells.plainCells, plain.validity == nil else {
      return fixed(count, out, expected: expected(), looksForRepeats: false, read)
    }
    out.add(count, of: T.self) { slots in
      for row in 0..<count {
        if let text = plain.word(row: row), let value = glance(text.word, text.count) {
          slots.set(row, value)
        } else if let cell = cells.cell(row, of: plain) {
          take(read(cell), of: cell, row, &slots, out, expected())
        }
      }
    }
  }

  /// Returns a cell that could not be read; the row counts through the column.
  func problem(_ row: Int, _ found: String, _ expected: String) -> CellProblem {
    CellProblem(row: row, field: field.name, found: found, expected: expected)
  }

  // MARK: - Implementation

  /// Sets a row's value, or notes that its text is none.
  @inline(__always)
  private func take<T>(
    _ reading: CellReading<T>, of cell: UnsafeBufferPointer<UInt8>, _ row: Int,
    _ slots: inout FieldSlots<T>, _ out: FieldColumn, _ expected: @autoclosure () -> String
  ) {
    switch reading {
    case .value(let value): slots.set(row, value)
    case .none: break
    case .unreadable:
      if mapping.bad != .null, !MissingValue.isWritten(cell.span) {
        out.note(problem(slots.first + row, cell.shown, expected()))
      }
    }
  }

  /// Adds the only column's values if the file already has them typed; false if it has not.
  private func addTypedValues(to out: FieldColumn) -> Bool {
    guard mapping.formats.isEmpty, mapping.timesMicros == nil, let column = cells.plainColumn else {
      return false
    }
    if let numbers = column.wholeNumbers {
      return addNumbers(numbers, column.validity, to: out)
    }
    switch (field.type, column.values) {
    case (.date, .int32(let days)) where column.type == .date && Self.areCivil(days):
      out.append(column)
    case (.date, .int64(let micros)) where column.type == .instant:
      days(
        of: mapping.dayZone == nil ? micros : utc(micros, column.validity), column.validity, out)
    case (.instant, .int64(let micros)) where column.type == .instant:
      let isOff = field.name == "off_time"
      let micros = utc(micros, column.validity, notingTo: isOff ? out : nil)
      let known = knownMoments
      if micros.allSatisfy({ known.contains($0) }) {
        out.append(Column(.instant, .int64(micros), column.validity))
      } else {
        moments(micros, column.validity, out)
      }
    case (.boolean, .boolean): out.append(column)
    case (.micros, .double(let numbers)) where mapping.stake == 1:
      decimals(numbers, column.validity, out)
    default: return false
    }
    return true
  }

  /// Whether all days can be written as dates.
  private static func areCivil(_ days: Buffer<Int32>) -> Bool {
    days.allSatisfy { Day.civilNumbers.contains($0) }
  }

  private static func flag(_ cell: UnsafeBufferPointer<UInt8>) -> UInt8? {
    // The words of our own files need no string.
    if cell.elementsEqual("true".utf8) { return 1 }
    if cell.elementsEqual("false".utf8) { return 0 }
    return switch String(decoding: cell, as: UTF8.self).lowercased() {
    case "true", "1", "yes": 1
    case "false", "0", "no": 0
    default: nil
    }
  }
}
