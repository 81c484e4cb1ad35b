import Foundation
import SystemFiles

extension KeptFile {
  /// A block of plain values to write.
  package struct Block {
    let bytes: UnsafeRawBufferPointer

    /// Lends values until the file is written.
    ///
    /// - Parameter values: The values; together whole words of eight bytes.
    package init<Element: BitwiseCopyable>(_ values: UnsafeBufferPointer<Element>) {
      // Safety: the caller keeps the values until the file is written.
      bytes = UnsafeRawBufferPointer(values)
    }
  }

  /// Writes a file in place of any earlier one with that name; readers of the old one keep it.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - name: The file's name.
  ///   - text: The description of the content and its sources.
  ///   - blocks: The values.
  ///   - threads: The maximum number of threads for checksums.
  /// - Returns: Whether it was written; the system may refuse.
  @discardableResult
  package static func write(
    store: String, name: String, text: String, blocks: [Block], threads: Int
  ) -> Bool {
    let head = head(text, blocks, threads)
    let path = path(store, name)
    // A unique draft name: another process may write the same file at the same time.
    let own = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    guard (try? DurableFile.makeUnsyncedFolder(store + "/" + folder)) != nil,
      (try? OwnFile.checkFolders(of: [folder + "/" + name], in: store)) != nil,
      let file = try? OpenFile(own, for: .drafting)
    else { return false }
    do throws(SystemError) {
      try head.withUnsafeBytes { head in
        Result { () throws(SystemError) in try file.write(head, at: 0) }
      }.get()
      var place = head.count * 8
      for block in blocks {
        try file.write(block.bytes, at: place)
        place += aligned(block.bytes.count)
      }
      // Pads with zeros up to the next multiple of 64.
      try file.cut(to: place)
      try file.close()
      try FileSystem.rename(own, to: path)
      return true
    } catch {
      _ = try? FileSystem.remove(own)
      return false
    }
  }

  // MARK: - Implementation

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
}
