import Foundation
import TabularFiles

/// What of a journal's bytes can be believed.
///
/// zstd unpacks many a damaged frame without a word, and into other digits. So each line is held
/// against the checksum of its body; what does not agree is left out, and asked for again.
struct JournalReading {
  /// The lines that are as they were written.
  private(set) var entries: [JournalEntry] = []
  /// The journal's bytes without what is damaged or cut off.
  private(set) var bytes = Data()
  /// How many frames and lines were left out for being damaged; not counted is one that a crash
  /// has cut off at the end.
  private(set) var damageCount = 0

  /// Learns of the lines, to tell what an unchanged answer was compared with.
  private var known: KnownAnswers

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - found: The file's bytes.
  ///   - known: What the store knows.
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

  /// What every zstd frame begins with.
  private static let magic = Data([0x28, 0xB5, 0x2F, 0xFD])

  /// Whether bytes are the beginning of a frame.
  private static func isCutOff(_ rest: Data) -> Bool {
    rest.prefix(4).elementsEqual(magic.prefix(rest.count))
      && ZstdFrames.lengths(in: rest).isEmpty
  }

  /// Takes in the lines of a frame; false where it cannot be unpacked.
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
    // Bytes that are right stay as they are.
    bytes += kept.count == text.count ? frame : Compression.zstdFrame(of: kept)
    return true
  }

  /// Whether an unchanged answer is that of the line before it, which may have been left out.
  private func isFounded(_ entry: JournalEntry) -> Bool {
    guard damageCount > 0, entry.isUnchanged else { return true }
    guard let before = known.answer(to: entry.request) else { return false }
    return before.sha256 == entry.sha256 && before.status == entry.status
  }
}
