import Foundation
import Mappings
import RowReading
import TabularFiles
import TestSupport
import Testing

/// Entries of a folder that lead to no file: none is passed over in silence.
struct FolderEntryTests {
  private let work: TemporaryFolder
  private var folder: String { work.file("d") }

  init() throws {
    work = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: work.file("d"), withIntermediateDirectories: false)
    _ = try work.write("a\n1\n", to: "d/a.csv")
  }

  @Test func `a pipe and a link to nothing are data files by their endings, or left out`() throws {
    for name in ["b.csv", "note.pdf"] { try #require(mkfifo(folder + "/" + name, 0o600) == 0) }
    for name in ["c.zip", "e.pdf", ".hidden.csv"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + name, withDestinationPath: work.file("absent"))
    }
    // A link to a pipe is one too.
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/f.csv", withDestinationPath: folder + "/b.csv")
    let archive = folder + "/c.zip"
    #expect(
      throws: ImportError.file(
        .cannotOpen(file: archive, reason: "No such file or directory"))
    ) { try InputFiles([ImportFile(folder)]) }
    try FileManager.default.removeItem(atPath: archive)
    let found = try InputFiles([ImportFile(folder)])
    #expect(found.files.map(\.path) == ["a.csv", "b.csv", "f.csv"].map { folder + "/" + $0 })
    #expect(found.unreadable == ["e.pdf", "note.pdf"].map { folder + "/" + $0 })
  }

  #if os(Linux)
    @Test(arguments: [".csv", ".tar", ""])
    func `a name that is not UTF-8 is an error where there may be data`(ending: String) throws {
      try make(ending)
      #expect(
        throws: ImportError.file(
          .cannotOpen(
            file: folder + "/b\u{FFFD}" + ending, reason: "its name is not UTF-8"))
      ) { try InputFiles([ImportFile(folder)]) }
    }

    @Test func `a name that is not UTF-8, with another ending, is left out`() throws {
      try make(".pdf")
      let found = try InputFiles([ImportFile(folder)])
      #expect(found.files.map(\.path) == [folder + "/a.csv"])
      #expect(found.unreadable == [folder + "/b\u{FFFD}.pdf"])
    }

    /// Makes a file whose name has the byte FF behind a letter.
    private func make(_ ending: String) throws {
      var name = Array((folder + "/b").utf8)
      name.append(0xFF)
      name += Array(ending.utf8) + [0]
      let path = name.map { CChar(bitPattern: $0) }
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      try #require(file >= 0)
      close(file)
    }
  #endif
}
