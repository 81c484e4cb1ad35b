import RacingReports

/// The facts of a run that its pages tell.
public struct PageFacts: Sendable {
  /// The command that makes the same page again.
  public var command: String
  /// The engine's version.
  public var version: String
  /// The imported sources and their rows' fates.
  public var sources: [SourceCounts]

  /// Takes the facts.
  public init(command: String, version: String, sources: [SourceCounts]) {
    self.command = command
    self.version = version
    self.sources = sources
  }

  /// Quotes words for a shell, those that need it.
  ///
  /// - Parameter words: A command and its arguments.
  /// - Returns: A line that a POSIX shell reads as these words.
  public static func command(_ words: [String]) -> String {
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

extension SourceCounts {
  /// The counts as JSON.
  var json: String {
    let reasons = reasons.sorted { $0.key < $1.key }
      .map { (name: $0.key, value: "\($0.value)") }
    return PageText.object([
      ("name", PageText.json(name)), ("read", "\(rowsRead)"), ("stored", "\(stored)"),
      ("duplicates", "\(duplicates)"), ("rejected", "\(rejected)"),
      ("reasons", PageText.object(reasons)),
    ])
  }
}
