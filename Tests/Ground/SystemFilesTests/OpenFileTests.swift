import Foundation
import SystemFiles
import TestSupport
import Testing

struct OpenFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `bytes are written where they are to stand`() throws {
    let file = try OpenFile(folder.file("file"), for: .writing)
    try file.write(Data("0123456789".utf8), at: 0)
    try file.write(Data("ab".utf8), at: 4)
    try file.cut(to: 8)
    try file.sync()
    #expect(try file.status().size == 8)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 8)
    defer { memory.deallocate() }
    #expect(try file.read(into: memory, at: 3) == 5)
    #expect(String(decoding: memory[..<5], as: UTF8.self) == "3ab67")
    #expect(try file.read(into: memory, at: 8) == 0)
    try file.close()
    try file.close()
  }

  @Test(arguments: ["file", "link", "dangling", "hard"])
  func `a draft goes through no name that is there`(name: String) throws {
    let target = try folder.write("text", to: "file")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: target)
    try files.createSymbolicLink(
      atPath: folder.file("dangling"), withDestinationPath: folder.file("absent"))
    try files.linkItem(atPath: target, toPath: folder.file("hard"))
    let path = folder.file(name)
    #expect(throws: SystemError(path: path, code: EEXIST)) {
      try OpenFile(path, for: .drafting)
    }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "text")
    #expect(!files.fileExists(atPath: folder.file("absent")))
  }

  @Test(arguments: ["link", "dangling"])
  func `a file at its own place is opened through no link`(name: String) throws {
    let target = try folder.write("text", to: "file")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: target)
    try files.createSymbolicLink(
      atPath: folder.file("dangling"), withDestinationPath: folder.file("absent"))
    let path = folder.file(name)
    #expect(throws: SystemError(path: path, code: ELOOP)) { try OpenFile(path, for: .updating) }
    #expect(!files.fileExists(atPath: folder.file("absent")))
    let file = try OpenFile(target, for: .updating)
    try file.write(Data("b".utf8), at: 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "bext")
    #expect(try OpenFile(folder.file("new"), for: .updating).status().size == 0)
  }

  @Test func `a lock is one's own until it is given back`() throws {
    let path = folder.file("file")
    let (first, second) = (try OpenFile(path, for: .writing), try OpenFile(path, for: .writing))
    #expect(try first.lock())
    #expect(try !second.lock())
    first.unlock()
    #expect(try second.lock())
  }

  @Test func `an empty file and a folder are not mapped`() throws {
    let empty = try OpenFile(folder.write("", to: "empty"), for: .reading)
    #expect(throws: SystemError(path: empty.path, code: EINVAL)) { try FileMapping(empty) }
    let above = try OpenFile(folder.path, for: .reading)
    #expect(throws: SystemError.self) { try FileMapping(above) }
    #expect(throws: SystemError(path: folder.path, code: EISDIR)) { try above.readAll { _ in } }
  }
}
