import Foundation
import SystemFiles
import TestSupport
import Testing

struct FileSystemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(_ body: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("S", "."), ("S/", "."), ("S/fetch", "S"), ("a/b/c/", "a/b"), ("a//b", "a"), ("/", "/"),
    ("/S", "/"), ("/a/b", "/a"), ("./S", "."), ("../S", ".."), ("", "."),
  ])
  func `the folder of a path is all but its last part, also of one letter`(
    path: String, folder: String
  ) {
    #expect(FileSystem.folder(of: path) == folder)
  }

  @Test(arguments: ["absent", "absent/file", "file/below"])
  func `what is not there is an answer`(name: String) throws {
    _ = try folder.write("text", to: "file")
    let path = folder.file(name)
    #expect(try FileSystem.status(of: path) == nil)
    #expect(try !FileSystem.exists(path))
    #expect(try FileSystem.contents(of: path) == nil)
    #expect(try FileSystem.names(in: path) == nil)
    #expect(try !FileSystem.remove(path))
  }

  @Test func `what cannot be looked at is an error, not an absent file`() throws {
    let path = folder.file("circle")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let expected = SystemError(path: path, code: ELOOP)
    #expect(error { () throws(SystemError) in _ = try FileSystem.exists(path) } == expected)
    #expect(error { () throws(SystemError) in _ = try FileSystem.contents(of: path) } == expected)
    #expect(error { () throws(SystemError) in _ = try FileSystem.names(in: path) } == expected)
    #expect(expected.description == "\(path): Too many levels of symbolic links")
    #expect(try FileSystem.status(of: path, followsLinks: false)?.kind == .link)
  }

  @Test func `a pipe has no contents, and is not waited for`() throws {
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let expected = SystemError(path: path, code: SystemError.notRegular)
    #expect(error { () throws(SystemError) in _ = try FileSystem.contents(of: path) } == expected)
    #expect(expected.description == "\(path): it is no regular file")
    let inner = SystemError(path: folder.path, code: EISDIR)
    #expect(
      error { () throws(SystemError) in _ = try FileSystem.contents(of: folder.path) } == inner)
  }

  @Test func `a file of more bytes than are wanted is not read`() throws {
    let path = try folder.write("four", to: "file")
    #expect(try FileSystem.contents(of: path, most: 4) == Data("four".utf8))
    let expected = SystemError(path: path, code: EFBIG)
    #expect(
      error { () throws(SystemError) in _ = try FileSystem.contents(of: path, most: 3) }
        == expected)
    // A hole, which takes no room on the disk.
    try OpenFile(path, for: .writing).cut(to: 60 << 30)
    #expect(error { () throws(SystemError) in _ = try FileSystem.bytes(of: path) } == expected)
    #expect(expected.description == "\(path): File too large")
  }

  @Test func `folders are made with those above them, once`() throws {
    let inner = folder.file("a/b/c")
    let made = ["a", "a/b", "a/b/c"].map(folder.file)
    #expect(try FileSystem.makeFolder(inner) == made)
    #expect(try FileSystem.makeFolder(inner + "/") == [])
    #expect(try FileSystem.names(in: folder.path) == ["a"])
    _ = try folder.write("text", to: "a/file")
    for name in ["a/file", "a/file/b"] {
      #expect(
        error { () throws(SystemError) in try FileSystem.makeFolder(folder.file(name)) }?.code
          == ENOTDIR)
    }
  }

  @Test func `names come in order, and a file keeps its identity under a new one`() throws {
    for name in ["b", "a", "ä", "c"] { _ = try folder.write(name, to: name) }
    let before = try FileSystem.status(of: folder.file("b"))
    try FileSystem.rename(folder.file("b"), to: folder.file("d"))
    try FileSystem.link(folder.file("d"), to: folder.file("e"))
    #expect(try FileSystem.names(in: folder.path) == ["a", "c", "d", "e", "ä"])
    #expect(try FileSystem.status(of: folder.file("e"))?.identity == before?.identity)
    #expect(try FileSystem.status(of: folder.file("a"))?.identity != before?.identity)
    let absent = folder.file("absent")
    #expect(
      error { () throws(SystemError) in try FileSystem.rename(absent, to: folder.file("f")) }
        == SystemError(path: folder.file("f"), code: ENOENT))
  }

  @Test func `links and dots lead to the same place`() throws {
    try FileSystem.makeFolder(folder.file("real/in"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.file("real"))
    let real = try FileSystem.parts(of: folder.file("real/in"))
    #expect(Array(real.suffix(2)) == ["real", "in"])
    for path in ["link/./in/../in", "link/in/absent/../../in", "absent/../real//in/"] {
      #expect(try FileSystem.parts(of: folder.file(path)) == real, "\(path)")
    }
    #expect(try FileSystem.parts(of: folder.file("link/in/absent/x")) == real + ["absent", "x"])
    let here = try FileSystem.parts(of: FileManager.default.currentDirectoryPath)
    #expect(try FileSystem.parts(of: "absent/./x") == here + ["absent", "x"])
  }

  @Test(arguments: [0, 1, 262_144, 1_000_003])
  func `all bytes are read, mapped and copied`(count: Int) throws {
    var random = SeededGenerator()
    let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    let path = folder.file("file")
    try data.write(to: URL(fileURLWithPath: path))
    #expect(try FileSystem.contents(of: path) == data)
    var mapped = Data()
    try FileMapping.readAll(of: OpenFile(path, for: .reading)) { mapped.append(contentsOf: $0) }
    #expect(mapped == data)
    try FileSystem.copy(path, to: folder.file("copy"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("copy"))) == data)
    // A copy replaces no file.
    #expect(
      error { () throws(SystemError) in try FileSystem.copy(path, to: folder.file("copy")) }?.code
        == EEXIST)
  }
}
