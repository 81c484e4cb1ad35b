import Columns
import Racing
import TabularFiles

/// A look at a file that no mapping was written for: a mapping for it, and what it would read.
///
/// Nothing is written to any store.
public struct FileExplanation {
  /// The proposed mapping with doubts, unused columns, ten rows and counts as comments, in YAML.
  public let text: String
  /// The proposed mapping, read.
  public let mapping: Mapping

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - defaults: Texts for fields that the file does not tell, which the mapping then has.
  ///   - threads: Number of parsing threads.
  /// - Throws: ``ImportError`` when the file cannot be read.
  public init(file path: String, defaults: [String: String] = [:], threads: Int = 1)
    throws(ImportError)
  {
    try Self.check(defaults)
    let file = try onFile { () throws(FileError) in try SourceFile(path: path) }
    do throws(ImportError) {
      try self.init(file, defaults: defaults, threads: threads)
    } catch {
      try onFile { () throws(FileError) in try file.checkUnchanged() }
      throw error
    }
    try onFile { () throws(FileError) in try file.checkUnchanged() }
  }

  private init(_ file: SourceFile, defaults: [String: String], threads: Int) throws(ImportError) {
    let sample = try onFile { () throws(FileError) in try FileSample(file, threads: threads) }
    var proposal = MappingProposal(sample, defaults: defaults)
    var mapping = try Mapping(yaml: proposal.mappingText, file: "the proposal")
    var trial = try TrialRead(file, mapping, threads: threads)
    if proposal.forgive(trial.problems, of: trial.rowCount) {
      mapping = try Mapping(yaml: proposal.mappingText, file: "the proposal")
      trial = try TrialRead(file, mapping, threads: threads)
    }
    proposal.doubt(trial)
    self.mapping = mapping
    let page = ExplanationPage(
      proposal: proposal, trial: trial, builtIn: Mapping.builtInReading(file, threads: threads))
    text = page.text
  }

  /// Checks that only fields get defaults.
  private static func check(_ defaults: [String: String]) throws(ImportError) {
    let known = (RacingTables.raceFields + RacingTables.runnerFields + RacingTables.dividendFields)
      .map(\.name)
    for name in defaults.keys.sorted() where !known.contains(name) {
      throw .badMapping(
        file: "--default", found: "the field \(name)",
        expected: "one of " + known.joined(separator: ", ")
          + (NearestName.find(name, in: known).map { " (nearest: \($0))" } ?? ""))
    }
  }
}

extension Mapping {
  /// Returns the built-in mappings that a file has the columns for.
  static func builtInReading(_ file: SourceFile, threads: Int) -> [String] {
    builtInNames.filter { name in
      guard let mapping = try? Mapping(yaml: builtInText(name)!, file: name),
        var input = try? ImportInput(file, table: nil, mapping, looking: Looking(threads: threads))
      else { return false }
      if input.isGuess {
        let all = try? file.jsonColumns(rows: input.table.rowPath, threads: threads)
        guard let all else { return false }
        input = input.settled(all)
      }
      let fields = try? input.table.fields(
        in: file.path, columns: input.columns, hasObjects: input.hasObjects)
      return fields != nil
    }
  }
}
