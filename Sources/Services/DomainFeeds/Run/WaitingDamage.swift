import BetableSDK
import ColumnStore
import Foundation
import SystemFiles

/// The damage of the journals that wait in `STORE/fetch` to be stored.
///
/// The manifest does not list them: fetches and clients of bets add to them at any time.
public enum WaitingDamage {
  /// Reads a store's journals, and changes nothing.
  ///
  /// A torn end is no damage: a crash leaves one, and the request or bet of that line was never
  /// sent.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: A sentence for each damaged journal: what was found and expected, and the remedy.
  public static func found(in store: String) -> [String] {
    let folder = OwnFile.fetchFolder
    let names = (try? FileSystem.names(in: store + "/" + folder)) ?? []
    return names.sorted().compactMap { name in
      // Skips files that no fetch wrote.
      guard let count = counters.first(where: { name.hasSuffix($0.ending) }),
        Feeds.all.contains(where: { name.hasPrefix($0.api) })
      else { return nil }
      let file = folder + "/" + name
      do throws(StoreError) {
        try OwnFile.checkFolders(of: [file], in: store)
        let damaged = count.damaged(try OwnFile.contents(of: store + "/" + file) ?? Data())
        guard damaged > 0 else { return nil }
        let parts = count.part + (damaged == 1 ? "" : "s")
        return "\(file): found \(damaged) damaged \(parts); expected none; \(count.next)"
      } catch {
        return Damage(file, error, expected: "a journal").description
      }
    }
  }

  // MARK: - Implementation

  /// Counts the damaged parts of a kind of journal.
  private struct Counter: Sendable {
    let ending: String
    let part: String
    let next: String
    let damaged: @Sendable (Data) -> Int
  }

  private static let counters = [
    Counter(
      ending: ".ndjson.zst", part: "answer", next: "the next fetch requests them again"
    ) { JournalReading(of: $0, known: KnownAnswers()).damageCount },
    Counter(
      ending: ".ndjson", part: "bet line", next: "the next fetch sets unreadable lines aside"
    ) { journal in
      // The end may be a line that a crash cut off, or that is being written.
      let whole = journal.lastIndex(of: UInt8(ascii: "\n")).map { journal[...$0] } ?? Data()
      let lines = whole.split(separator: UInt8(ascii: "\n"))
      return lines.count { (try? BetEvent(line: $0)) == nil }
    },
  ]
}
