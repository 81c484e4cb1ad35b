/// The facts of a run that its pages and its workbook tell.
public struct RunFacts: Sendable {
  /// The command that makes the same result again.
  package var command: String
  /// The engine's version.
  package var version: String
  /// The imported sources and their rows' fates.
  package var sources: [SourceCounts]

  /// Takes the facts.
  public init(command: String, version: String, sources: [SourceCounts]) {
    self.command = command
    self.version = version
    self.sources = sources
  }

  /// The rows that were rejected, of all sources.
  package var rejected: Int { sources.reduce(0) { $0 + $1.rejected } }

  /// Quotes words for a shell, those that need it.
  ///
  /// - Parameter words: A command and its arguments.
  /// - Returns: A line that a POSIX shell reads as these words.
  package static func command(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
          default: "-_./,:+=@%".utf8.contains($0)
          }
        }
      return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }.joined(separator: " ")
  }
}
