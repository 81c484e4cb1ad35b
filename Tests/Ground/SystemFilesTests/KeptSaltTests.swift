import Foundation
import SystemFiles
import TestSupport
import Testing

/// A salt stays the same, or is reported as damaged.
struct KeptSaltTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("fetch/api.salt") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `processes that begin at once have the same salt, which is its owner's alone`()
    async throws
  {
    #expect(try KeptSalt.read(path) == nil)
    let salts = try await withThrowingTaskGroup(of: Data?.self) { [path] group in
      for _ in 0..<20 {
        group.addTask {
          try KeptSalt.make(path)
          return try KeptSalt.read(path)?.get()
        }
      }
      return try await group.reduce(into: Set<Data?>()) { $0.insert($1) }
    }
    #expect(salts.count == 1 && salts.first??.count == 32)
    #expect(try OpenFile(path, for: .reading).isPrivate())
    #expect(files(below: folder.path) == ["fetch/api.salt"])
    let other = folder.file("other.salt")
    try KeptSalt.make(other)
    #expect(try KeptSalt.read(other)?.get() != salts.first!)
  }

  @Test func `each changed byte is found, and each other size but that of earlier versions`() throws
  {
    try KeptSalt.make(path)
    let whole = try Data(contentsOf: URL(filePath: path))
    let salt = Data(whole.prefix(32))
    #expect(whole == salt + salt)
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 1 << UInt8(place % 8)
      try changed.write(to: URL(filePath: path))
      #expect(throws: KeptSalt.Damage.self, "byte \(place)") { try KeptSalt.read(path)?.get() }
    }
    for size in [0, 1, 31, 33, 63, 65, 128] {
      try Data((whole + whole).prefix(size)).write(to: URL(filePath: path))
      let damage = #expect(throws: KeptSalt.Damage.self) { try KeptSalt.read(path)?.get() }
      #expect(damage?.path == path && damage?.found == "\(size) bytes")
    }
    try salt.write(to: URL(filePath: path))
    #expect(try KeptSalt.read(path)?.get() == salt)
  }
}
