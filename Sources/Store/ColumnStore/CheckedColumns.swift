import Columns
import Foundation
import Synchronization
import TabularFiles

/// The columns of a mapped segment, each checked once when it is first used.
///
/// Files of older versions have a checksum of the whole file only, which the first use checks.
final class CheckedColumns: ColumnCheck {
  /// Whether readers check columns; `RAILBIRD_NO_CHECKSUMS=1` leaves damage to `railbird verify`.
  static let areOn = ProcessInfo.processInfo.environment["RAILBIRD_NO_CHECKSUMS"] != "1"

  private let path: String
  private let parts: ArrowParts
  private let names: [String]
  private let whole: ExpectedSum
  /// The description's checksum, and then each column's; nil if only the whole file has one.
  private let sums: [UInt64]?
  /// The columns found to be as written, a bit each.
  private let sound: [Word]
  /// The first damage found.
  private let found = Mutex<StoreError?>(nil)

  /// The bits of 64 columns.
  private final class Word: Sendable {
    let bits = Atomic<UInt64>(0)
  }

  /// Checks the description of a mapped file.
  ///
  /// - Parameters:
  ///   - entry: The manifest's entry.
  ///   - path: The file.
  ///   - parts: Its parts.
  ///   - names: The names of its columns.
  /// - Throws: ``StoreError`` `.corrupt` if the description is damaged.
  init(_ entry: some SummedFile, _ path: String, _ parts: ArrowParts, names: [String])
    throws(StoreError)
  {
    self.path = path
    self.parts = parts
    self.names = names
    sound = stride(from: 0, to: names.count, by: UInt64.bitWidth).map { _ in Word() }
    whole = ExpectedSum(entry)
    sums = entry.sums.flatMap(Self.numbers)
    guard Self.areOn, entry.sums != nil else { return }
    guard let sums, sums.count == parts.columnCount + 1 else {
      throw .corrupt(
        file: path, found: "\(parts.columnCount) columns",
        expected: "a checksum of each in the manifest")
    }
    let sum = parts.descriptionSum
    guard sum == sums[0] else {
      throw damage("in its description: XXH3 \(HexText.of(sum))", sums[0])
    }
  }

  /// Whether a column is as written; a damage found is recorded.
  func isWhole(_ index: Int) -> Bool {
    let word = sound[index / UInt64.bitWidth]
    let bit: UInt64 = 1 << UInt64(index % UInt64.bitWidth)
    guard Self.areOn, word.bits.load(ordering: .acquiring) & bit == 0 else { return true }
    guard let sums else { return isWhole() }
    let sum = parts.sum(ofColumn: index)
    guard sum == sums[index + 1], !parts.pages.areCut else {
      record(damage("in \(names[index]): XXH3 \(HexText.of(sum))", sums[index + 1]))
      return false
    }
    word.bits.bitwiseOr(bit, ordering: .releasing)
    return true
  }

  /// Records that the whole file is as written.
  func noteWhole() {
    for word in sound { word.bits.store(.max, ordering: .releasing) }
  }

  /// Throws the damage that a reader has met, if any.
  ///
  /// - Throws: ``StoreError`` `.corrupt` for a damaged column, or a file cut while it was read.
  func confirm() throws(StoreError) {
    if let damage = found.withLock({ $0 }) { throw damage }
    guard parts.pages.areCut else { return }
    throw .corrupt(
      file: path, found: "fewer bytes than when it was opened",
      expected: "a file that does not change")
  }

  /// Writes the checksums of a file's parts as the manifest has them.
  static func text(of sums: [UInt64]) -> String { sums.map { HexText.of($0) }.joined() }

  // MARK: - Implementation

  private func isWhole() -> Bool {
    let sum = whole.ofSameKind(parts.pages)
    guard sum == whole else {
      record(
        .corrupt(
          file: path, found: "damage: \(sum)", expected: "\(whole), " + StoreError.remedy))
      return false
    }
    noteWhole()
    return true
  }

  private func record(_ damage: StoreError) {
    found.withLock { $0 = $0 ?? damage }
    Snapshot.record(damage)
  }

  private func damage(_ found: String, _ expected: UInt64) -> StoreError {
    .corrupt(
      file: path, found: "damage " + found,
      expected: "XXH3 \(HexText.of(expected)), " + StoreError.remedy)
  }

  /// Reads checksums of 16 digits each; nil if the text is anything else.
  private static func numbers(_ text: String) -> [UInt64]? {
    let digits = Array(text.utf8)
    guard digits.count % 16 == 0, !digits.isEmpty else { return nil }
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: digits.count, by: 16) {
      guard
        let number = UInt64(String(decoding: digits[start..<start + 16], as: UTF8.self), radix: 16)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
