/// The facts of a run for its pages and its workbook.
public struct RunFacts: Sendable {
  /// The command that reproduces the result.
  package var command: String
  /// The engine's version.
  package var version: String
  /// The imported sources with their counts of rows.
  package var sources: [SourceCounts]

  /// Creates the facts.
  public init(command: String, version: String, sources: [SourceCounts]) {
    self.command = command
    self.version = version
    self.sources = sources
  }

  /// The number of rejected rows of all sources.
  package var rejected: Int { sources.reduce(0) { $0 + $1.rejected } }

  /// Joins words to a shell command, and quotes those that need it.
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
