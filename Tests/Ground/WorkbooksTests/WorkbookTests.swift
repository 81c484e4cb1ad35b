import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

@testable import Workbooks

struct WorkbookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let table = """
    date,off,moment,time,horse,sp,won,no,sum,gap,frac
    2024-05-01,14:30:00,2024-05-01T14:30:00,1:23.4,"Épinard 名, ""x\""",3.1,TRUE,12345678,3,,2024-02-05

    ,,,,007,0.3,,-1,0.00001,
    """

  @Test func `a sheet is written as CSV, its notes as they are, its rows on their lines`() throws {
    let (text, notes) = try csv(WorkbookSamples.runs)
    #expect(
      text == "\"Results, May\"\nAll courses\n\n" + Self.table + "bold and plain,\n")
    #expect(notes.name == "Runs")
    #expect(
      notes.doubts == [
        "of the workbook only the sheet Runs is read, not Old; FILE#SHEET reads another",
        "1 cell holds an error, such as #N/A in J5, and is empty",
        "1 range of cells is merged: the value is in its first cell, the others are empty",
      ])
  }

  @Test func `days from 1904 are the same days`() throws {
    let (text, notes) = try csv(WorkbookSamples.runsOf1904)
    #expect(text == Self.table + ",\n")
    #expect(notes.doubts == ["1 cell holds an error, such as #N/A in J2, and is empty"])
  }

  @Test func `a sheet is read by its name, also a hidden one`() throws {
    let (text, notes) = try csv(WorkbookSamples.runs, sheet: "Old")
    #expect(text == "x\n1\n")
    #expect(notes.doubts == [])
    let error = #expect(throws: FileError.self) {
      try csv(WorkbookSamples.runs, sheet: "Young")
    }
    #expect("\(error!)".hasSuffix("found no sheet Young; expected one of Runs, Old"))
  }

  @Test func `a workbook of Excel 97 is read alike`() throws {
    let packed = folder.file("old.zip")
    try WorkbookSamples.write(WorkbookSamples.oldRuns, to: packed)
    let content = try MemberArchive(path: packed).members[0].content(of: packed)
    let path = folder.file("old.xls")
    try withExtendedLifetime(content) { Data(content.pointer) }.write(to: URL(filePath: path))
    let (text, notes) = try csv(of: path)
    let names = (0..<70).map { number in
      (number % 2 == 0 ? "Horse" : "名") + " \(number) " + String(repeating: "name ", count: 30)
    }
    #expect(text == Self.table + ",\n" + names.map { ",,,,\($0),,,,,,\n" }.joined())
    #expect(notes.doubts == ["1 cell holds an error, such as #N/A in J2, and is empty"])
  }

  /// Each byte of the directory and of the records may be damaged: an error or other texts, and no
  /// crash.
  @Test func `damage of an old workbook is an error or another text`() throws {
    let packed = folder.file("old.zip")
    try WorkbookSamples.write(WorkbookSamples.oldRuns, to: packed)
    let content = try MemberArchive(path: packed).members[0].content(of: packed)
    let whole = withExtendedLifetime(content) { Array(content.pointer) }
    let path = folder.file("old.xls")
    var random = SeededGenerator()
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<20 {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255)
      }
      try Data(bytes.prefix(Int.random(in: 600...bytes.count))).write(to: URL(filePath: path))
      _ = try? csv(of: path)
    }
  }

  @Test func `the CSV is read like any other`() throws {
    let (text, _) = try csv(WorkbookSamples.runsOf1904)
    let path = try folder.write(text, to: "runs.csv")
    let rows = try SourceFile(path: path).read(columns: ["horse", "sp"], threads: 1)
    #expect(rows.tables.flatMap { $0["horse"]!.cells } == ["Épinard 名, \"x\"", "007"])
    #expect(rows.tables.flatMap { $0["sp"]!.cells } == ["3.1", "0.3"])
    #expect(rows.skippedCount == 0)
  }

  @Test func `texts may stand in the cells, and names have prefixes`() throws {
    let (text, notes) = try csv(WorkbookSamples.byHand["inline"]!)
    #expect(text == "no,horse\n1,Marl & Co\n")
    #expect(notes.name == "One" && notes.doubts == [])
  }

  @Test(arguments: [
    ("doctype", "found a document type, which no part of a workbook has"),
    ("lacking", "found a cell with the text 7, which the workbook lacks"),
    ("order", "found a cell out of its order in row 1"),
    ("empty", "found a sheet without cells"),
    ("open", "found no element found in line 1 of a part"),
  ])
  func `a damaged sheet is refused`(name: String, found: String) throws {
    let error = #expect(throws: FileError.self) { try csv(WorkbookSamples.byHand[name]!) }
    #expect("\(error!)".contains(found), "\(error!)")
  }

  @Test func `what is no workbook, is cut, old or protected, is refused as that`() throws {
    let path = folder.file("a.xlsx")
    let mark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let whole = try #require(Data(base64Encoded: WorkbookSamples.runs))
    let cases: [(bytes: Data, found: String)] = [
      (Data("a,b\n1,2\n".utf8), "found no workbook"),
      (whole.prefix(whole.count / 2), "found no directory at its end"),
      (Data(mark), "found a compound file that is cut off"),
      (Data(compound("EncryptedPackage")), "found a workbook that a password protects"),
      (Data(compound("Book")), "found a workbook of Excel 95 or older"),
    ]
    for (bytes, found) in cases {
      try bytes.write(to: URL(filePath: path))
      let error = #expect(throws: FileError.self) { try Workbook(path: path) }
      #expect("\(error!)".contains(found), "\(error!)")
    }
  }

  @Test(
    arguments: [
      ("runs.xlsx#May", "runs.xlsx", "May"), ("a#b.xlsx#1#2", nil, nil), ("runs.csv#May", nil, nil),
      ("runs.xlsx", nil, nil), ("runs.xlsx#", nil, nil),
    ] as [(String, String?, String?)])
  func `a sheet is named behind its file`(argument: String, path: String?, sheet: String?) {
    let parts = Workbook.parts(of: argument)
    #expect(parts?.path == path && parts?.sheet == sheet)
  }

  // MARK: - Implementation

  private func csv(
    _ base64: String, sheet: String? = nil
  ) throws -> (text: String, notes: Workbook.SheetNotes) {
    let path = folder.file("book.xlsx")
    try WorkbookSamples.write(base64, to: path)
    return try csv(of: path, sheet: sheet)
  }

  private func csv(
    of path: String, sheet: String? = nil
  ) throws -> (text: String, notes: Workbook.SheetNotes) {
    var bytes: [UInt8] = []
    let notes = try Workbook(path: path).writeCSV(sheet: sheet) { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), notes)
  }

  /// A compound file of one empty stream: its header, its table of sectors, its directory.
  private func compound(_ stream: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 3 * 512)
    func set(_ place: Int, _ values: [UInt8]) {
      bytes.replaceSubrange(place..<(place + values.count), with: values)
    }
    let (end, free): ([UInt8], [UInt8]) = ([0xFE, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF])
    set(0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    set(30, [9, 0, 6, 0])
    set(44, [1, 0, 0, 0, 1, 0, 0, 0])
    set(56, [0, 0x10, 0, 0] + end)
    set(68, end)
    set(76, [0, 0, 0, 0] + (1..<109).flatMap { _ in free })
    set(512, [0xFD, 0xFF, 0xFF, 0xFF] + end + (2..<128).flatMap { _ in free })
    for (index, name) in ["Root Entry", stream].enumerated() {
      let place = 1024 + 128 * index
      set(place, name.utf16.flatMap { [UInt8($0), 0] })
      set(place + 64, [UInt8(2 * name.utf16.count + 2), 0, index == 0 ? 5 : 2])
      set(place + 116, end)
    }
    return bytes
  }
}

struct CellTests {
  @Test(
    arguments: [
      ("yyyy-mm-dd", 45413, "2024-05-01"), ("d/m/yy", 45413.25, "2024-05-01T06:00:00"),
      ("dd/mm/yyyy hh:mm", 45413, "2024-05-01T00:00:00"), ("h:mm AM/PM", 0.75, "18:00:00"),
      ("[h]:mm:ss", 1.5, "36:00:00"), ("mm:ss.0", 83.4 / 86_400, "1:23.4"),
      ("yyyy\"年\"m\"月\"d\"日\"", 45413, "2024-05-01"), ("mmm", 45413, "2024-05-01"),
      ("yyyy-mm-dd", 1, "1900-01-01"), ("yyyy-mm-dd", 59, "1900-02-28"),
      ("yyyy-mm-dd", 60, "1900-02-29"), ("yyyy-mm-dd", 61, "1900-03-01"),
      ("yyyy-mm-dd", 2_958_465, "9999-12-31"), ("hh:mm:ss", 45413.999_999_999_9, "1089936:00:00"),
    ] as [(String, Double, String)])
  func `a moment is written as its format shows it`(code: String, days: Double, text: String) {
    let format = MomentFormat(code)
    #expect(format.flatMap { CellMoment.text(days, $0, isOf1904: false) } == text)
  }

  @Test(arguments: [(0, "1904-01-01"), (43_951, "2024-05-01"), (2_957_003, "9999-12-31")])
  func `days from 1904 begin with day 0`(days: Int, text: String) {
    let format = MomentFormat("yyyy-mm-dd")!
    #expect(CellMoment.text(Double(days), format, isOf1904: true) == text)
    #expect(CellMoment.text(2_957_004, format, isOf1904: true) == nil)
    #expect(CellMoment.text(-1, format, isOf1904: true) == nil)
  }

  @Test(arguments: [
    "General", "0.00", "#,##0", "\"day\" 0", "[Red]0", "0\\d", "@", "_-* #,##0_-", "0.0\"s\"",
    "[$-409]0", "0;yyyy",
  ])
  func `the format of a number shows no moment`(code: String) {
    #expect(MomentFormat(code) == nil)
  }

  @Test(
    arguments: [
      (3.1, "3.1"), (3, "3"), (-1, "-1"), (0.1 + 0.2, "0.30000000000000004"), (1e-5, "0.00001"),
      (12_345_678, "12345678"), (0x1p60, "1152921504606847000"), (0, "0"),
    ] as [(Double, String)])
  func `a number is the shortest decimal`(number: Double, text: String) {
    #expect(CellNumber.text(number) == text)
  }
}
