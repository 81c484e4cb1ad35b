import Foundation
import TabularFiles

/// The intact part of a journal's bytes.
///
/// zstd decompresses many damaged frames silently, with wrong digits. So each line is verified by
/// its checksums; damaged lines are left out, and their requests are sent again.
struct JournalReading {
  /// The intact lines.
  private(set) var entries: [JournalEntry] = []
  /// The journal's bytes without damaged or torn parts.
  private(set) var bytes = Data()
  /// The number of damaged frames and lines left out, without a torn frame at the end, which a
  /// crash leaves.
  private(set) var damageCount = 0

  /// The answers so far, to find the one that an unchanged answer was compared with.
  private var known: KnownAnswers

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - found: The file's bytes.
  ///   - known: The store's answers.
  init(of found: Data, known: KnownAnswers) {
    self.known = known
    var start = found.startIndex
    while start < found.endIndex {
      for length in ZstdFrames.lengths(in: found[start...]) {
        guard take(found[start..<(start + length)]) else { break }
        start += length
      }
      guard start < found.endIndex else { break }
      let rest = found[start...]
      let next = rest.dropFirst().range(of: Self.magic)?.lowerBound
      if next != nil || !Self.isCutOff(rest) { damageCount += 1 }
      start = next ?? found.endIndex
    }
  }

  // MARK: - Implementation

  /// The first bytes of every zstd frame.
  private static let magic = Data([0x28, 0xB5, 0x2F, 0xFD])

  /// Whether the bytes are the beginning of a frame.
  private static func isCutOff(_ rest: Data) -> Bool {
    rest.prefix(4).elementsEqual(magic.prefix(rest.count))
      && ZstdFrames.lengths(in: rest).isEmpty
  }

  /// Adds the lines of a frame; false if it cannot be decompressed.
  private mutating func take(_ frame: Data) -> Bool {
    guard let text = Compression.text(ofZstdFrame: frame) else { return false }
    var kept = Data()
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: 10).map { $0 + 1 } ?? text.endIndex
      let line = text[start..<end]
      start = end
      guard let entry = JournalEntry(checked: line) else {
        damageCount += 1
        continue
      }
      guard isFounded(entry) else { continue }
      known.apply(entry, importID: nil)
      entries.append(entry)
      kept += line
    }
    // An intact frame is kept unchanged.
    bytes += kept.count == text.count ? frame : Compression.zstdFrame(of: kept)
    return true
  }

  /// Whether an unchanged answer's predecessor exists; it may have been left out.
  private func isFounded(_ entry: JournalEntry) -> Bool {
    guard damageCount > 0, entry.isUnchanged else { return true }
    guard let before = known.answer(to: entry.request) else { return false }
    return before.sha256 == entry.sha256 && before.status == entry.status
  }
}
