import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing
import TextEncodings

struct TextFormTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (TextEncoding.windows1252, [0xC9, 0x70, 0x80, 0x92] as [UInt8], "Ép€’"),
    (.latin1, [0xC9, 0x70, 0xA4], "Ép¤"),
    (.utf8, [0xC3, 0x89, 0x70], "Ép"),
  ])
  func `bytes mean what their encoding says`(
    encoding: TextEncoding, bytes: [UInt8], text: String
  ) throws {
    let path = try file(Array("horse\n".utf8) + bytes + [0x0A])
    #expect(try cells(path, [encoding]) == [text])
  }

  @Test(arguments: [true, false], [true, false])
  func `text of two bytes is read in either order, with its mark or without`(
    isLittle: Bool, hasMark: Bool
  ) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "horse\nÉpinard 🐎\n"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? pair : pair.reversed()
    }
    #expect(try cells(try file(bytes), [.utf16]) == ["Épinard 🐎"])
  }

  @Test(arguments: [
    (
      [TextEncoding.utf8], "horse\nMarl\n\u{FF}" as String, [0xE9] as [UInt8], 3,
      "the byte 0xE9, which no UTF-8 text has there"
    ),
    (
      [.windows1252], "horse\n", [0xE9, 0x81], 2,
      "the byte 0x81, which is no character"
    ),
    ([.latin1], "horse\n\n", [0xE9, 0x92], 3, "the byte 0x92, which is no character"),
    (
      [.windows1252], "horse\nÉpinard\n", [], 2, "the byte 0xC3, in a text that is UTF-8"
    ),
  ])
  func `a wrong encoding is refused with its line`(
    encodings: [TextEncoding], text: String, more: [UInt8], line: Int, found: String
  ) throws {
    let path = try file(Array(text.replacing("\u{FF}", with: "").utf8) + more)
    #expect(
      throws: FileError.malformed(
        file: "\(path):\(line)", found: found,
        expected: "\(encodings[0].rawValue), as the mapping says (encoding)")
    ) { try SourceFile(path: path, form: TextForm(encodings: encodings)) }
  }

  @Test func `half a pair of surrogates is refused`() throws {
    let path = try file([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x62, 0])
    #expect(
      throws: FileError.malformed(
        file: path + ":2", found: "half of a pair of surrogates",
        expected: "utf-16, as the mapping says (encoding)")
    ) { try SourceFile(path: path, form: TextForm(encodings: [.utf16])) }
  }

  @Test func `the first encoding that fits serves`() throws {
    let form: [TextEncoding] = [.utf8, .windows1252]
    #expect(try cells(try file(Array("horse\nÉ\n".utf8)), form) == ["É"])
    #expect(try cells(try file(Array("horse\n".utf8) + [0xC9, 0x0A]), form) == ["É"])
  }

  @Test(arguments: [";", "\t", "|"])
  func `any mark may stand between cells`(mark: String) throws {
    let text = "a\(mark)b\n1,5\(mark)\"x\(mark)\"\"y\"\n2\(mark)3\(mark)4\n5\(mark)6\n"
    let path = try folder.write(text, to: "a.csv")
    let source = try SourceFile(path: path, form: TextForm(delimiter: mark.utf8.first!))
    let rows = try source.read(columns: ["a", "b"], threads: 1)
    #expect(rows.tables.flatMap { $0["a"]!.cells } == ["1,5", "5"])
    #expect(rows.tables.flatMap { $0["b"]!.cells } == ["x\(mark)\"y", "6"])
    #expect(rows.skippedCount == 1)
    let records = Array(CSVRecords(try #require(source.text)))
    #expect(records.map(\.fieldCount) == [2, 2, 3, 2])
  }

  @Test func `a text without a header line loses no line`() throws {
    let path = try folder.write("1,Marl\n2,\"Long, Acre\"\n", to: "a.csv")
    let source = try SourceFile(path: path, form: TextForm(columns: ["no", "horse"]))
    #expect(try source.columnNames() == ["no", "horse"])
    let rows = try source.read(columns: ["horse"], threads: 1)
    #expect(rows.tables.flatMap { $0["horse"]!.cells } == ["Marl", "Long, Acre"])
    let lines = CSVRecords(try #require(source.text)).map(\.line)
    #expect(lines == [0, 1, 2])
  }

  @Test func `a column's name may have a quote with a mark on it`() throws {
    let path = try folder.write("1,Marl\n", to: "a.csv")
    let names = ["no", "the \"\u{301}horse\""]
    let source = try SourceFile(path: path, form: TextForm(columns: names))
    #expect(try source.columnNames() == names)
    let rows = try source.read(columns: names, threads: 1)
    #expect(rows.tables.flatMap { $0[names[1]]!.cells } == ["Marl"])
  }

  @Test func `a first line of another width than the columns is refused`() throws {
    let path = try folder.write("1,Marl,3\n", to: "a.csv")
    #expect(
      throws: FileError.otherForm(
        file: path, found: "3 cells in the first line",
        expected: "2, as many as the mapping has columns", option: "other columns")
    ) { try SourceFile(path: path, form: TextForm(columns: ["no", "horse"])) }
  }

  @Test(arguments: [false, true])
  func `files put together keep their lines and lose their marks`(isQuoted: Bool) throws {
    let (first, second) = (isQuoted ? "\"1\"" : "1", "2")
    let one = "\u{FEFF}no,horse\n\(first),Marl\n"
    let text = one + "\u{FEFF}no,horse\n\(second),Acre\n\u{FEFF}3,Stray\n"
    let path = try folder.write(text, to: "a.csv")
    let source = try SourceFile(path: path)
    let rows = try source.read(columns: ["no"], threads: 1)
    #expect(rows.tables.flatMap { $0["no"]!.cells } == ["1", "2", "3"])
    let records = CSVRecords(try #require(source.text))
    #expect(records.map(\.line) == [1, 2, 4, 5])
    // A stream in place leaves such text to the other reader.
    var stream = try #require(try RowStream(source, columns: ["no"], threads: 1))
    #expect(try stream.next() == nil && !stream.isWhole)
  }

  @Test(arguments: [TextForm.standard, TextForm(columns: ["no", "horse"])])
  func `files put together with their columns in another order are refused`(
    form: TextForm
  ) throws {
    let first = form.columns == nil ? "no,horse" : "7,Long"
    let text = "\(first)\n1,Marl\n\u{FEFF}\"horse\",no\nAcre,2\n"
    let path = try folder.write(text, to: "a.csv")
    let source = try SourceFile(path: path, form: form)
    #expect(
      throws: FileError.malformed(
        file: path + ":3", found: "the header line horse, no",
        expected: "the order of the first one: no, horse")
    ) { try source.read(columns: ["no"], threads: 1) }
  }

  @Test(
    arguments: [
      ("a,b\n1,2\n3,4\n", ",", [], false), ("1,2\n3,4\n", ",", [], true),
      ("a;b\n1,5;2,5\n3,5;4,5\n", ";", [], false), ("1,5;2\n3,5;4\n", ";", [], true),
      ("a\tb\nx y\tz\n", "\t", [], false), ("a|b\n1|2\n", "|", [], false),
      ("a\n1\n2\n", ",", [], false),
      ("2024-01-01,R1,Marl\n2024-01-01,R1,Acre\n", ",", [], true),
    ] as [(String, String, [TextEncoding], Bool)])
  func `the form is found by the text`(
    text: String, mark: String, encodings: [TextEncoding], isHeadless: Bool
  ) throws {
    let path = try folder.write(text, to: "a.csv")
    let form = try FoundForm(path: path).form
    #expect(form.delimiter == mark.utf8.first)
    #expect(form.encodings == encodings)
    #expect((form.columns != nil) == isHeadless)
  }

  @Test(arguments: [
    ("a,b\n1,2,x\n3,4,x\n", 3), ("# exported by X\na,b\n1,2\n", 2), ("a,b\n1,2\n3,4,x\n", nil),
    // Half of the lines are not most of them.
    ("a,b\n1,2,x\n3,4\n", nil), ("a,b\n", nil), ("1,2\n1,2,3\n1,2,3\n", 3),
  ])
  func `rows of another width than the first line are found`(text: String, width: Int?) throws {
    let path = try folder.write(text, to: "a.csv")
    #expect(try FoundForm(path: path).rowWidth == width)
  }

  @Test(
    arguments: [
      // A first line is a header if it has names of columns, whatever else is in it.
      ("0,race,horse\n0,R1,Marl\n1,R1,Acre\n", false),
      ("race,horse,2024-05-01,9:00,400\nR1,Marl,0,3.5,23.1\nR1,Acre,1,4.5,24.0\n", false),
      // One such name may be a horse's, and names that the rows repeat are texts.
      ("1,Horse,R1\n2,Marl,R1\n", true),
      ("1,race,horse\n2,race,horse\n", true),
      ("1,Marl,R1\n2,Acre,R1\n", true),
    ])
  func `known names among figures make a header`(text: String, isHeadless: Bool) throws {
    let path = try folder.write(text, to: "a.csv")
    let found = try FoundForm(path: path) { ["race", "horse"].contains($0.lowercased()) }
    #expect((found.form.columns != nil) == isHeadless)
  }

  @Test(arguments: ["sep=;\n", "sep=;\r\n", "\u{FEFF}sep=;\r\n"])
  func `a spreadsheet's line of the mark is no header, and the lines keep their numbers`(
    line: String
  ) throws {
    let path = try folder.write(line + "no;horse\n1;Long, Acre\n2;Marl;x\n", to: "a.csv")
    let form = try FoundForm(path: path).form
    #expect(form == TextForm(delimiter: UInt8(ascii: ";")))
    let source = try SourceFile(path: path, form: form)
    #expect(try source.columnNames() == ["no", "horse"])
    let rows = try source.read(columns: ["horse"], threads: 1)
    #expect(rows.tables.flatMap { $0["horse"]!.cells } == ["Long, Acre"])
    #expect(rows.skippedCount == 1)
    #expect(CSVRecords(try #require(source.text)).map(\.line) == [2, 3, 4])
  }

  @Test func `a column may be named like the line of the mark`() throws {
    let path = try folder.write("sep=x\n1\n", to: "a.csv")
    #expect(try SourceFile(path: path).columnNames() == ["sep=x"])
  }

  @Test(arguments: [
    (TextEncoding.windows1252, [0xFF, 0xFE, 0x61, 0, 0x0A, 0] as [UInt8], "UTF-16 text"),
    (.utf8, [0x61, 0, 0x0A, 0], "UTF-16LE text without a byte-order mark"),
    (.latin1, [0, 0x61, 0, 0x0A], "UTF-16BE text without a byte-order mark"),
    (.utf16, [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32 text"),
  ])
  func `text of wide characters under another encoding is reported as what it is`(
    encoding: TextEncoding, bytes: [UInt8], found: String
  ) throws {
    let path = try file(bytes)
    #expect(
      throws: FileError.malformed(
        file: path + ":1", found: found,
        expected: "\(encoding.rawValue), as the mapping says (encoding)")
    ) { try SourceFile(path: path, form: TextForm(encodings: [encoding])) }
  }

  @Test func `a NUL byte is reported with its line`() throws {
    // Text of two bytes is not recognised by its first letters where these are no ASCII.
    let wide = try file(
      "ίππος;αριθμός\n1;2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(
      throws: FileError.malformed(
        file: wide + ":1", found: "a NUL byte", expected: "UTF-8 text")
    ) { try SourceFile(path: wide) }
    let path = try file(Array("horse\nMarl\nAcre".utf8) + [0x0A, 0x41, 0, 0x0A])
    #expect(
      throws: FileError.malformed(
        file: path + ":4", found: "a NUL byte", expected: "UTF-8 text")
    ) { try SourceFile(path: path) }
  }

  @Test func `some stray bytes make no other encoding`() throws {
    let text = Array("horse\nÉpinard\nSeñor\n".utf8)
    let found = try FoundForm(path: try file(text + [0x4D, 0xE9, 0x0A]))
    #expect(found.form.encodings == [] && found.strayLine == 4)
    let names =
      "horse\nÉpinard\nSeñor\nChâteau Élysée\nDéjà Vu\nForêt Dorée\nFrère André\nHôtel Français\n"
      + "Reine Hélène\nÎle Éternelle\n"
    let western = try FoundForm(path: try file(names.unicodeScalars.map { UInt8($0.value) }))
    #expect(western.form.encodings == [.windows1252] && western.strayLine == nil)
    #expect(try FoundForm(path: try file(text)).strayLine == nil)
  }

  @Test(
    arguments: [";", "\t", "|", ","], ["Results", "Results, May 2024", "Results; all\n\nof May"])
  func `the mark between cells is that of the lines below a note`(mark: String, note: String)
    throws
  {
    let rows = ["race_id,horse,kilos", "1,Marl,57.5", "1,Acre,58.5", "2,Stray,56", "2,Tor,57"]
    let table = rows.map { $0.replacing(",", with: mark) }.joined(separator: "\n")
    let path = try file(Array((note + "\n" + table + "\n").utf8))
    let found = try FoundForm(path: path)
    #expect(found.form.delimiter == mark.utf8.first)
    #expect(found.rowWidth == 3)
    // The note is then a header line of few names, which no mark is missed in.
    let source = try SourceFile(path: path, form: found.form)
    #expect(try source.columnNames().count < 3)
  }

  /// Each row has as many commas as the note: by commas all lines but the names' are alike.
  @Test(arguments: [";", "\t", "|"])
  func `the commas of a note and of decimals hide no mark between cells`(mark: String) throws {
    for (note, rows) in [
      ("Results, May 2024", ["race;horse;kilos", "1;Marl;57,5", "1;Acre;58,5", "2;Tor;56,0"]),
      ("Results, May 2024", ["horse;kilos", "Marl;57,5", "Acre;58,5", "Tor;56,0"]),
      ("York, May\nSoft, dry", ["horse;kilos", "Marl;57,5", "Acre;58,5", "Tor;56,0"]),
      ("York, GB, May", ["horse;kilos;odds", "Marl;57,5;3,5", "Acre;58,5;4,5", "Tor;56,0;2,5"]),
    ] {
      let table = rows.map { $0.replacing(";", with: mark) }.joined(separator: "\n")
      let path = try file(Array((note + "\n" + table + "\n").utf8))
      let found = try FoundForm(path: path)
      #expect(found.form == TextForm(delimiter: mark.utf8.first!), "\(note)")
      #expect(found.rowWidth == rows[0].split(separator: ";").count)
      // The note is a first line of one name, which no comma is missed in.
      let source = try SourceFile(path: path, form: found.form)
      #expect(try source.columnNames() == [note.split(separator: "\n").map(String.init)[0]])
    }
  }

  @Test(arguments: [
    "race,legs\n1,24;25\n2,26;27\n", "race,legs\n1,24;25\n2,26;27,28\n3,29;30\n",
    "race,horse,legs\nR1,Marl,a|b\nR1,Acre,c|d\nR2,Tor, or,e|f\n",
  ])
  func `other marks in the cells of a file with commas are text`(text: String) throws {
    let path = try folder.write(text, to: "a.csv")
    #expect(try FoundForm(path: path).form == .standard)
    let other = TextForm(delimiter: UInt8(ascii: text.contains(";") ? ";" : "|"))
    let error = #expect(throws: FileError.self) {
      try SourceFile(path: path, form: other).columnNames()
    }
    #expect("\(error!)".contains("a header line whose names are between commas"))
  }

  @Test func `the encoding is found by the bytes`() throws {
    let text = Array("horse\n".utf8)
    #expect(try FoundForm(path: try file(text + [0xC9, 0x0A])).form.encodings == [.windows1252])
    #expect(try FoundForm(path: try file(text + [0xC3, 0x89])).form.encodings == [])
    let wide = try file(text.flatMap { [$0, 0] })
    #expect(try FoundForm(path: wide).form.encodings == [.utf16])
  }

  // MARK: - Implementation

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = folder.file("bytes.csv")
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func cells(_ path: String, _ encodings: [TextEncoding]) throws -> [String?] {
    let source = try SourceFile(path: path, form: TextForm(encodings: encodings))
    return try source.read(columns: ["horse"], threads: 1).tables.flatMap { $0["horse"]!.cells }
  }
}
