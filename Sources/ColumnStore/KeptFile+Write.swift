import Foundation

extension KeptFile {
  /// Plain values to write as a block.
  package struct Block {
    let bytes: UnsafeRawBufferPointer

    /// Lends values out until the file is written.
    ///
    /// - Parameter values: The values; together whole words of eight bytes.
    package init<Element: BitwiseCopyable>(_ values: UnsafeBufferPointer<Element>) {
      bytes = UnsafeRawBufferPointer(values)
    }
  }

  /// Writes a file, in place of the one of that name; readers of the old one keep it.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - name: The file's name.
  ///   - text: What it is and what it was computed from.
  ///   - blocks: The values.
  ///   - threads: How many threads may compute checksums.
  /// - Returns: Whether it was written; the system may refuse.
  @discardableResult
  package static func write(
    store: String, name: String, text: String, blocks: [Block], threads: Int
  ) -> Bool {
    let head = head(text, blocks, threads)
    let path = path(store, name)
    // A name of its own: another process may write the same sums at the same time.
    let own = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    guard (try? DurableFile.makeFolder(store + "/" + folder)) != nil else { return false }
    let file = open(own, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { return false }
    let isWritten =
      head.withUnsafeBytes { append($0, to: file) }
      && blocks.allSatisfy { append($0.bytes, to: file) }
    guard close(file) == 0, isWritten, rename(own, path) == 0 else {
      unlink(own)
      return false
    }
    return true
  }

  /// Removes kept files: those that are of no use any more, and the oldest beyond a number.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - limit: How many files stay at the most.
  ///   - isUseful: Whether a file's text tells of something that can still be used.
  package static func tidy(store: String, limit: Int, isUseful: (String) -> Bool) {
    let folder = store + "/" + Self.folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var useful: [(written: Int, name: String)] = []
    for name in names where isOwn(name) {
      var status = stat()
      guard lstat(folder + "/" + name, &status) == 0 else { continue }
      let written = Int(status.st_mtim.tv_sec)
      if name.hasSuffix(".new") {
        // Left behind by a process that was ended, unless it is still being written.
        if written < time(nil) - 3600 { unlink(folder + "/" + name) }
      } else if let file = KeptFile(store: store, name: name), isUseful(file.text) {
        useful.append((written, name))
      } else {
        unlink(folder + "/" + name)
      }
    }
    for old in useful.sorted(by: { $0 > $1 }).dropFirst(limit) {
      unlink(folder + "/" + old.name)
    }
  }

  // MARK: - Implementation

  /// Whether a file is named as kept ones are, or their drafts; others are not ours to remove.
  private static func isOwn(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isNamed = parts[0].count == 32 && parts[0].allSatisfy(\.isHexDigit)
    return isNamed && (parts.count == 1 || parts.count == 3 && parts[2] == "new")
  }

  private static func head(_ text: String, _ blocks: [Block], _ threads: Int) -> [UInt64] {
    let text = Array(text.utf8)
    let textStart = 8 * (headWords + 2 * blocks.count)
    let bytes = aligned(textStart + text.count)
    var head = [UInt64](repeating: 0, count: bytes / 8)
    head[0] = magic
    head[2] = UInt64(blocks.reduce(bytes) { $0 + aligned($1.bytes.count) })
    head[3] = UInt64(text.count)
    head[4] = UInt64(blocks.count)
    for (index, block) in blocks.enumerated() {
      head[headWords + 2 * index] = UInt64(block.bytes.count)
      head[headWords + 2 * index + 1] = BlockChecksum.of(block.bytes, threads: threads)
    }
    head.withUnsafeMutableBytes { $0[textStart..<textStart + text.count].copyBytes(from: text) }
    head[1] = head.withUnsafeBytes {
      BlockChecksum.of(UnsafeRawBufferPointer(rebasing: $0[16...]))
    }
    return head
  }

  /// Writes bytes and zeros up to the next multiple of 64.
  private static func append(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    let padding = [UInt8](repeating: 0, count: aligned(bytes.count) - bytes.count)
    return writeAll(bytes, file) && padding.withUnsafeBytes { writeAll($0, file) }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, _ file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      // Safety: `written` stays below the count.
      let count = Foundation.write(file, bytes.baseAddress! + written, bytes.count - written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
