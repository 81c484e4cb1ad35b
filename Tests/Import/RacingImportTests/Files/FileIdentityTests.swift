import Columns
import StoreSupport
import TabularFiles
import TestSupport
import Testing

/// A file that was imported before is known again, whether its bytes were kept or not.
struct FileIdentityTests {
  private static let text = "race_id,date,number,horse\n1,2024-01-01,1,A\n1,2024-01-01,2,B\n"
  private let store = TestStore()

  @Test(arguments: [true, false], [true, false])
  func `a file is known again`(isKept: Bool, isKeptThen: Bool) throws {
    let file = try store.file(Self.text)
    let first = try store.add([file], keepsArchive: isKept)[0]
    #expect(try first.xxh128 == FileSum(ofFile: file).hex)
    #expect((first.sha256 != nil) == isKept)
    let again = try store.add([file], keepsArchive: isKeptThen)[0]
    #expect(again.wasKnown)
    #expect(again.counts == [2, 0, 2, 0])
  }

  @Test func `other bytes of the same number are another file`() throws {
    _ = try store.add([store.file(Self.text)], keepsArchive: false)
    let other = Self.text.replacing(",B", with: ",C")
    let imported = try store.add([store.file(other)], keepsArchive: false)[0]
    #expect(!imported.wasKnown && imported.stored == 1)
  }

  @Test(arguments: [true, false])
  func `a file imported before there was this checksum is known by its SHA-256`(isKeptThen: Bool)
    throws
  {
    let file = try store.file(Self.text)
    _ = try store.add([file])
    try FirstLayout.make(of: store.path)
    #expect(try store.rows("imports")[0]["xxh128"] == "")
    #expect(try store.add([file], keepsArchive: isKeptThen)[0].wasKnown)
    let other = try store.file(Self.text.replacing(",B", with: ",C"))
    let imported = try store.add([other], keepsArchive: isKeptThen)[0]
    #expect(!imported.wasKnown)
    #expect((imported.sha256 != nil) == isKeptThen)
  }

  @Test(
    arguments: LongForm.cases(
      [
        "\u{FEFF}" + text, text.replacing("\n", with: "\r\n"), text.replacing("A", with: "\"A\""),
        // Text with quotes after other text, and more of it than one read returns.
        longText, longText + "z,2024-01-02,1,\"Z\"\n", "race_id,date,number,horse\n",
      ], short: 2))
  func `a file's checksum is that of all its bytes, whoever reads them`(text: String) throws {
    for threads in 1...2 {
      let store = TestStore()
      let file = try store.file(text)
      let imported = try store.add([file], keepsArchive: false, threads: threads)[0]
      #expect(try imported.xxh128 == FileSum(ofFile: file).hex, "\(threads) threads")
      #expect(imported.bytes == text.utf8.count)
    }
  }

  private static let longText =
    text
    + (3..<90_000).map { "\($0),2024-02-01,\($0 % 20 + 1),Horse \($0)\n" }.joined()

  @Test func `the same bytes twice in a call are read once`() throws {
    let files = [try store.file(Self.text), try store.file(Self.text)]
    let imported = try store.add(files, keepsArchive: false)
    #expect(imported.map(\.wasKnown) == [false, true])
    #expect(try store.rows().count == 2)
  }

  @Test func `a replay states the same of files as their imports`() throws {
    _ = try store.add([store.file(Self.text)])
    let before = try store.exported("imports")
    try store.replay()
    #expect(try store.exported("imports") == before)
    #expect(before.contains("xxh128"))
  }
}
