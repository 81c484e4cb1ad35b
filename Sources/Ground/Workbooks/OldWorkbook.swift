import Columns
import TabularFiles

/// A workbook of Excel 97 to 2003 (`.xls`, BIFF8).
///
/// Debian's FreeXL 1.0 leaves out the values of formulas without a word, and no other library there
/// reads this format; its cells are few kinds of records.
///
/// Source: MS-XLS, sections 2.4 and 2.5.
struct OldWorkbook: WorkbookContent {
  private let path: String
  private let stream: [UInt8]
  private let globals: OldGlobals

  var sheets: [(name: String, isHidden: Bool)] { globals.sheets.map { ($0.name, $0.isHidden) } }

  /// Opens a compound file.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - path: The workbook's name in messages.
  /// - Throws: `FileError` if it is damaged, protected, or older.
  init(_ bytes: Buffer<UInt8>, _ path: String) throws(FileError) {
    self.path = path
    do throws(SheetFault) {
      let file = try CompoundFile(bytes)
      guard !file.has("EncryptedPackage") else { throw SheetFault.protected }
      guard let stream = try file.stream("Workbook") else {
        throw SheetFault(found: "a workbook of Excel 95 or older, or another compound file")
      }
      self.stream = stream
      globals = try OldGlobals(stream)
      guard !globals.isProtected else { throw SheetFault.protected }
    } catch {
      throw error == .protected
        ? Workbook.protected(path) : Workbook.damaged(path, error.found)
    }
  }

  func readRows(of sheet: Int, _ take: @escaping RowTaker) throws(FileError) -> SheetCounts {
    do throws(SheetFault) {
      var cells = OldCells(globals)
      try OldRecords.read(stream, from: globals.sheets[sheet].place) {
        (kind, pieces) throws(SheetFault) in try cells.add(kind, pieces)
      }
      for (row, found) in cells.rows.sorted(by: { $0.key < $1.key }) {
        let sorted = found.sorted { $0.key < $1.key }
        try take(row + 1, sorted.map { SheetCell(column: $0.key, text: $0.value) })
      }
      return cells.counts
    } catch {
      throw Workbook.damaged("\(path)#\(globals.sheets[sheet].name)", error.found)
    }
  }
}

/// The records of a workbook's stream.
enum OldRecords {
  static let begin = 0x0809
  private static let end = 0x000A
  private static let goingOn = 0x003C

  /// Passes on the records from a place to the end of their part, each with the records that
  /// continue it; leaves out parts inside, such as charts.
  static func read(
    _ stream: [UInt8], from start: Int,
    _ take: (Int, [ArraySlice<UInt8>]) throws(SheetFault) -> Void
  ) throws(SheetFault) {
    var place = start
    var depth = 0
    var (kind, pieces): (Int, [ArraySlice<UInt8>]) = (0, [])
    func pass() throws(SheetFault) {
      if !pieces.isEmpty, depth == 1 { try take(kind, pieces) }
      pieces = []
    }
    while true {
      guard place >= 0, place + 4 <= stream.count else {
        throw SheetFault(found: "a part without an end")
      }
      let next = Int(stream[place]) | Int(stream[place + 1]) << 8
      let length = Int(stream[place + 2]) | Int(stream[place + 3]) << 8
      place += 4
      guard place + length <= stream.count else {
        throw SheetFault(found: "a record that is cut off")
      }
      let body = stream[place..<(place + length)]
      place += length
      if next == goingOn, !pieces.isEmpty {
        pieces.append(body)
        continue
      }
      try pass()
      if next == begin { depth += 1 }
      (kind, pieces) = (next, [body])
      if next == end {
        depth -= 1
        if depth <= 0 { return }
        pieces = []
      }
    }
  }
}

/// The texts and formats that all sheets of an old workbook share.
struct OldGlobals {
  private(set) var sheets: [(name: String, isHidden: Bool, place: Int)] = []
  private(set) var texts: [String] = []
  private(set) var isOf1904 = false
  private(set) var isProtected = false
  private var formats: [Int: MomentFormat?] = [:]
  private var styles: [Int] = []

  /// Reads the stream's first part.
  ///
  /// - Throws: ``SheetFault`` for a damaged part, and for a workbook older than Excel 97.
  init(_ stream: [UInt8]) throws(SheetFault) {
    try OldRecords.read(stream, from: 0) { (kind, pieces) throws(SheetFault) in
      try add(kind, pieces)
    }
  }

  /// Returns the format of a style; nil for a number or text.
  func format(_ style: Int) -> MomentFormat? {
    guard styles.indices.contains(style) else { return nil }
    return formats[styles[style]] ?? MomentFormat(number: styles[style])
  }

  // MARK: - Implementation

  private mutating func add(_ kind: Int, _ pieces: [ArraySlice<UInt8>]) throws(SheetFault) {
    // The texts of a protected workbook are no texts.
    guard !isProtected else { return }
    var reader = RecordReader(pieces)
    switch kind {
    case OldRecords.begin:
      guard try reader.number(2) == 0x0600 else {
        throw SheetFault(found: "a workbook of Excel 95 or older")
      }
    case 0x002F: isProtected = true
    case 0x0022: isOf1904 = try reader.number(2) == 1
    case 0x0085:
      let place = try reader.number(4)
      let (state, type) = (try reader.number(1), try reader.number(1))
      // Other types are charts and macros.
      if type == 0 {
        sheets.append((try reader.text(lengthOf: 1), state & 3 != 0, place))
      }
    case 0x041E: formats[try reader.number(2)] = .some(MomentFormat(try reader.text()))
    case 0x00E0:
      try reader.skip(2)
      styles.append(try reader.number(2))
    case 0x00FC:
      try reader.skip(4)
      let count = try reader.number(4)
      for _ in 0..<count { texts.append(try reader.text()) }
    default: break
    }
  }
}

/// The cells of a sheet of an old workbook.
struct OldCells {
  /// The texts by row and column, from 0.
  private(set) var rows: [Int: [Int: String]] = [:]
  private(set) var counts = SheetCounts()
  private let globals: OldGlobals
  /// The cell of a formula whose text a later record has.
  private var pending: (row: Int, column: Int)?

  init(_ globals: OldGlobals) { self.globals = globals }

  /// Adds the cells of a record.
  mutating func add(_ kind: Int, _ pieces: [ArraySlice<UInt8>]) throws(SheetFault) {
    var reader = RecordReader(pieces)
    switch kind {
    case 0x00E5: counts.mergedCount += try reader.number(2)
    case 0x0207:
      if let (row, column) = pending { set(row, column, try reader.text()) }
      pending = nil
    case 0x00FD, 0x0203, 0x027E, 0x0006, 0x0205, 0x0204, 0x00D6:
      pending = nil
      let (row, column) = (try reader.number(2), try reader.number(2))
      try addCell(kind, row, column, &reader)
    case 0x00BD:
      let row = try reader.number(2)
      var column = try reader.number(2)
      let length = pieces.reduce(0) { $0 + $1.count }
      for _ in 0..<max(0, (length - 6) / 6) {
        let style = try reader.number(2)
        setNumber(row, column, Self.packed(try reader.number(4)), style)
        column += 1
      }
    default: break
    }
  }

  // MARK: - Implementation

  private mutating func addCell(
    _ kind: Int, _ row: Int, _ column: Int, _ reader: inout RecordReader
  ) throws(SheetFault) {
    let style = try reader.number(2)
    switch kind {
    case 0x00FD:
      let index = try reader.number(4)
      guard globals.texts.indices.contains(index) else {
        throw SheetFault(found: "a cell with the text \(index), which the workbook lacks")
      }
      set(row, column, globals.texts[index])
    case 0x0203:
      setNumber(row, column, Self.double(try reader.number(8)), style)
    case 0x027E: setNumber(row, column, Self.packed(try reader.number(4)), style)
    case 0x0006: setResult(row, column, try reader.number(8), style)
    case 0x0205:
      let value = try reader.number(1)
      setFlag(row, column, value, isError: try reader.number(1) != 0)
    default: set(row, column, try reader.text())
    }
  }

  /// Sets the last value of a formula.
  private mutating func setResult(_ row: Int, _ column: Int, _ bits: Int, _ style: Int) {
    guard bits >> 48 & 0xFFFF == 0xFFFF else {
      setNumber(row, column, Self.double(bits), style)
      return
    }
    let value = bits >> 16 & 0xFF
    switch bits & 0xFF {
    case 0: pending = (row, column)
    case 1, 2: setFlag(row, column, value, isError: bits & 0xFF == 2)
    default: break
    }
  }

  private mutating func set(_ row: Int, _ column: Int, _ text: String) {
    if !text.isEmpty { rows[row, default: [:]][column] = text }
  }

  private mutating func setNumber(_ row: Int, _ column: Int, _ number: Double, _ style: Int) {
    let moment = globals.format(style).flatMap {
      CellMoment.text(number, $0, isOf1904: globals.isOf1904)
    }
    set(row, column, moment ?? CellNumber.text(number))
  }

  private mutating func setFlag(_ row: Int, _ column: Int, _ value: Int, isError: Bool) {
    guard isError else {
      set(row, column, value == 1 ? "TRUE" : "FALSE")
      return
    }
    counts.note(error: Self.errors[value] ?? "an error", row: row + 1, column: column)
  }

  private static let errors = [
    0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A",
  ]

  private static func double(_ bits: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(bits)))
  }

  /// Returns the number of 30 bits and two flags: a whole number, or the upper half of a double,
  /// each perhaps times 100.
  private static func packed(_ bits: Int) -> Double {
    let value =
      bits & 2 != 0
      ? Double(Int32(truncatingIfNeeded: bits) >> 2)
      : Double(bitPattern: UInt64(bits & 0xFFFF_FFFC) << 32)
    return bits & 1 != 0 ? value / 100 : value
  }
}
