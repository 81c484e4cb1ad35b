import Foundation
import SystemFiles
import TestSupport
import Testing

/// Files that are cut or written to while they are mapped.
struct FileMappingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `what is cut off a mapped file reads as zeros, and is reported`() throws {
    let path = try folder.write(String(repeating: "x", count: 160 << 10), to: "file")
    let other = try folder.write(String(repeating: "y", count: 32 << 10), to: "other")
    let mapping = try FileMapping(OpenFile(path, for: .reading))
    let whole = try FileMapping(OpenFile(other, for: .reading))
    #expect(mapping.bytes.last == UInt8(ascii: "x") && !mapping.isCut)
    try OpenFile(path, for: .writing).cut(to: 32 << 10)
    #expect(mapping.bytes[16 << 10] == UInt8(ascii: "x") && !mapping.isCut)
    #expect(mapping.bytes[(32 << 10)...].allSatisfy { $0 == 0 })
    #expect(mapping.isCut)
    #expect(whole.bytes.last == UInt8(ascii: "y") && !whole.isCut)
  }

  @Test func `several threads that read what was cut off all go on`() throws {
    for round in 0..<4 {
      let path = try folder.write(String(repeating: "x", count: 128 << 10), to: "file\(round)")
      let mapping = try FileMapping(OpenFile(path, for: .reading))
      try OpenFile(path, for: .writing).cut(to: 10)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        let end = mapping.bytes[(4096 * (thread + 1))...].reduce(0) { $0 + Int($1) }
        precondition(end == 0)
      }
      #expect(mapping.isCut && mapping.bytes[5] == UInt8(ascii: "x"))
    }
  }

  @Test func `a file that is written to has another status`() throws {
    let path = try folder.write("one", to: "file")
    for change in 0..<20 {
      let before = try #require(try FileSystem.settledStatus(of: path))
      #expect(try FileSystem.status(of: path) == before)
      let file = try OpenFile(path, for: .writing)
      try file.write(Data("two".utf8), at: 0)
      try file.close()
      #expect(try FileSystem.status(of: path) != before, "change \(change)")
    }
    #expect(try FileSystem.settledStatus(of: folder.file("absent")) == nil)
  }
}
