import Foundation
import SystemFiles
import TestSupport
import Testing

struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a lock holds the file of that name, not one that was renamed meanwhile`() throws {
    let path = folder.file("draft")
    let first = try #require(try FileLock(path: path))
    #expect(try FileLock(path: path) == nil)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".done")
    try withExtendedLifetime(first) {
      let second = try #require(try FileLock(path: path))
      #expect(try FileLock(path: path) == nil)
      #expect(try FileLock(path: path + ".done") == nil)
      withExtendedLifetime(second) {}
    }
  }
}
