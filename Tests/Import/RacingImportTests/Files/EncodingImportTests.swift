import Foundation
import MappingProposals
import Mappings
import RowReading
import StoreImport
import TabularFiles
import TestSupport
import Testing

/// Files in other encodings, and workbooks, as an import and an explanation take them.
struct EncodingImportTests {
  private static let yaml = mapping("number: number", "horse: horse")

  /// Two horses in Shift_JIS: アドマイヤベガ, ナリタブライアン.
  private static let names: [[UInt8]] = [
    [0x83, 0x41, 0x83, 0x68, 0x83, 0x7D, 0x83, 0x43, 0x83, 0x84, 0x83, 0x78, 0x83, 0x4B],
    [
      0x83, 0x69, 0x83, 0x8A, 0x83, 0x5E, 0x83, 0x75, 0x83, 0x89, 0x83, 0x43, 0x83, 0x41, 0x83,
      0x93,
    ],
  ]

  private static func japanese() -> [UInt8] {
    var bytes = Array("race_id,date,number,horse\n".utf8)
    for (index, name) in names.enumerated() {
      bytes += Array("R1,2024-05-01,\(index + 1),".utf8) + name + [0x0A]
    }
    return bytes
  }

  @Test(arguments: ["", "gz", "zip"])
  func `a text in another encoding is read, and its encoding doubted`(packing: String) throws {
    let store = TestStore()
    let plain = store.folder + "/jp.csv"
    try Data(Self.japanese()).write(to: URL(filePath: plain))
    var path = plain
    if packing == "gz" { try store.shell("gzip jp.csv") }
    if packing == "zip" { try store.shell("python3 -m zipfile -c jp.csv.zip jp.csv") }
    if !packing.isEmpty { path += "." + packing }
    let files = try InputFiles([ImportFile(path)])
    let job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: Self.yaml, file: "test.yaml"),
      mappingText: Self.yaml, now: 0)
    let imported = try job.run(files.files)[0]
    #expect(imported.counts == [2, 2, 0, 0])
    #expect(
      imported.doubts.contains(
        "the text is not UTF-8 and is read as shift_jis (99 % sure); --encoding states another"))
    #expect(try store.values("horse") == ["アドマイヤベガ", "ナリタブライアン"])
    let explained = try FileExplanation(files: files.files).text
    #expect(explained.contains("\n    encoding: shift_jis\n"))
    #expect(explained.contains("the text is not UTF-8 and is read as shift_jis (99 % sure)"))
  }

  @Test func `a stated encoding is not doubted`() throws {
    let store = TestStore()
    let path = try store.file(Self.japanese())
    let yaml = Self.yaml.replacing("tables:", with: "encoding: CP932\ntables:")
    let imported = try store.add([path], yaml: yaml)[0]
    #expect(imported.counts == [2, 2, 0, 0])
    #expect(!imported.doubts.contains { $0.contains("UTF-8") })
  }

  @Test func `JSON has encodings too`() throws {
    let store = TestStore()
    var bytes: [UInt8] = []
    for (index, name) in Self.names.enumerated() {
      let start = #"{"race_id":"R1","date":"2024-05-01","number":\#(index + 1),"horse":""#
      bytes += Array(start.utf8) + name + Array("\"}\n".utf8)
    }
    let path = try store.file(bytes, ending: "ndjson")
    #expect(try store.add([path], yaml: Self.yaml)[0].counts == [2, 2, 0, 0])
    #expect(try store.values("horse") == ["アドマイヤベガ", "ナリタブライアン"])
  }

  @Test func `an encoding that is not certain refuses the file, with the option to give`() throws {
    let store = TestStore()
    // Each byte is a letter of many encodings, and of no name in any of them.
    let row = Array("R1,2024-05-01,1,C".utf8) + [0xFF] + Array("t\n".utf8)
    let path = try store.file(Array("race_id,date,number,horse\n".utf8) + row)
    let error = #expect(throws: ImportError.self) { try store.add([path], yaml: Self.yaml) }
    let text = "\(error!)"
    #expect(
      text.hasPrefix(
        path + ":2: found the byte 0xFF, which no UTF-8 text has there, and no encoding that is "
          + "certain ("), "\(text)")
    #expect(text.contains("--encoding NAME"))
    #expect(throws: ImportError.self) { try FileExplanation(file: path) }
    // What the user knows, the user can state.
    let yaml = Self.yaml.replacing("tables:", with: "encoding: windows-1252\ntables:")
    #expect(try store.add([path], yaml: yaml)[0].counts == [1, 1, 0, 0])
    #expect(try store.values("horse") == ["Cÿt"])
  }

  @Test func `mojibake is doubted, and undone on request`() throws {
    let text = "race_id,date,number,horse\nR1,2024-05-01,1,CafÃ© Noir\nR1,2024-05-01,2,Itâ€™s Me\n"
    let store = TestStore()
    let imported = try store.add([store.file(text)], yaml: Self.yaml)[0]
    #expect(
      imported.doubts.contains(
        "2 of 2 texts beyond ASCII, such as CafÃ© Noir, look like utf-8 that was read as "
          + "windows-1252; --encoding mojibake undoes it"))
    let other = TestStore()
    let yaml = Self.yaml.replacing("tables:", with: "encoding: mojibake\ntables:")
    #expect(try other.add([other.file(text)], yaml: yaml)[0].counts == [2, 2, 0, 0])
    #expect(try other.values("horse") == ["Café Noir", "It’s Me"])
  }

  /// Packed by Python's `zipfile`: two runners, the second one's name an error.
  private static let workbook =
    "UEsDBBQAAAAIAAAAIQBRAzkmWwAAAHEAAAALAAAAX3JlbHMvLnJlbHNVjTEOgCAMAL9C+gD7AWBycTV+"
    + "ALUqAamBGvH3Oup6l9zpnqITz6ls/iiq7jEVAxms/grVzQYcqOE+yIAgL4ufqOXp3CnJy11eSQxgjXhx"
    + "DiNzaN4WoNX4O9gHUEsDBBQAAAAIAAAAIQDfDbmQSQAAAGQAAAAPAAAAeGwvd29ya2Jvb2sueG1ss6mw"
    + "Ks8vyk7Kz89WqMjNySu2qrBVylWCsotslYqU7GwqrIozUlNLiuEshbzE3FRbJf+8VCWFIqvMFFulYiV9"
    + "Oxt9hEJ9hLl2AFBLAwQUAAAACAAAACEAFKHBQVIAAABuAAAAGgAAAHhsL19yZWxzL3dvcmtib29rLnht"
    + "bC5yZWxzswlKzUksyczPK87ILChWqMjNySu2VSpSsrNBllDwTLFVKlZSCKksSLVVKtEvzy/KLs5ITS0B"
    + "CiUWpaeW2CrBhYr18/NS9YAGKenb2eijGG8HAFBLAwQUAAAACAAAACEAeIjjUKkAAACwAgAAFQAAAHhs"
    + "L3dvcmtzaGVldHMvb25lLnhtbLOpsCrPL8ouzkhNLVGoyM3JK7aqsFXKVbKzqbACC7okliSCOEX55SAq"
    + "WaHEVikzLyczLzW4pAisLLMYRJbYFSUmp8ZnptjogzggEiQBpJIJ6EtJLEklWVNeaW5SahHJ2jLyi4qx"
    + "WqYP9yFhjwYZkmyvkYGRia6Bqa4B6VpJ1+GbWJRDUz8WQxWXofmrDEkdVB5dGKQ9FapZ2U/fEUUe5kB9"
    + "lLSnj5RE7QBQSwECFAMUAAAACAAAACEAUQM5JlsAAABxAAAACwAAAAAAAAAAAAAAgAEAAAAAX3JlbHMv"
    + "LnJlbHNQSwECFAMUAAAACAAAACEA3w25kEkAAABkAAAADwAAAAAAAAAAAAAAgAGEAAAAeGwvd29ya2Jv"
    + "b2sueG1sUEsBAhQDFAAAAAgAAAAhABShwUFSAAAAbgAAABoAAAAAAAAAAAAAAIAB+gAAAHhsL19yZWxz"
    + "L3dvcmtib29rLnhtbC5yZWxzUEsBAhQDFAAAAAgAAAAhAHiI41CpAAAAsAIAABUAAAAAAAAAAAAAAIAB"
    + "hAEAAHhsL3dvcmtzaGVldHMvb25lLnhtbFBLBQYAAAAABAAEAAEBAABgAgAAAAA="

  @Test(arguments: ["book.xlsx", "book.xlsx#One", "folder", "book.zip"])
  func `a workbook is read like CSV, and its doubts are the import's`(argument: String) throws {
    let store = TestStore()
    try Data(base64Encoded: Self.workbook)!
      .write(to: URL(filePath: store.folder + "/book.xlsx"))
    if argument == "folder" { try store.shell("mkdir folder && mv book.xlsx folder") }
    if argument == "book.zip" { try store.shell("python3 -m zipfile -c book.zip book.xlsx") }
    let inputs = try InputFiles([ImportFile(store.folder + "/" + argument)])
    #expect(inputs.files.map(\.name) == ["book.xlsx#One.csv"])
    let doubt = "1 cell holds an error, such as #N/A in D3, and is empty"
    #expect(inputs.files.map(\.doubts) == [[doubt]])
    let job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: Self.yaml, file: "test.yaml"),
      mappingText: Self.yaml, now: 0)
    let imported = try job.run(inputs.files)[0]
    #expect(imported.counts == [2, 2, 0, 0] && imported.doubts.contains(doubt))
    #expect(imported.name == "book.xlsx#One.csv")
    #expect(try store.values("number") == ["1", "2"])
    #expect(try FileExplanation(files: inputs.files).text.contains("# - " + doubt))
  }

  @Test func `a workbook that cannot be read is named`() throws {
    let store = TestStore()
    let path = store.folder + "/bad.xlsx"
    try Data("a,b\n".utf8).write(to: URL(filePath: path))
    #expect(
      throws: ImportError.file(
        .malformed(file: path, found: "no workbook", expected: "one, as its ending says"))
    ) { try InputFiles([ImportFile(path)]) }
    try Data("race_id\n".utf8).write(to: URL(filePath: store.folder + "/good.csv"))
    let found = try InputFiles([ImportFile(store.folder)])
    #expect(found.unreadable == [path])
    #expect(found.files.count == 1)
  }
}
