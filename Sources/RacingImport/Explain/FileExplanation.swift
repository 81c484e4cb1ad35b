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
  ///   - threads: How many threads may parse.
  /// - Throws: ``ImportError`` when the file cannot be read.
  public init(file path: String, defaults: [String: String] = [:], threads: Int = 1)
    throws(ImportError)
  {
    let file = try onFile { () throws(FileError) in try SourceFile(path: path) }
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
      proposal: proposal, trial: trial, builtIn: Mapping.builtInReading(file))
    text = page.text
  }
}

extension Mapping {
  /// The built-in mappings that a file has the columns for.
  static func builtInReading(_ file: SourceFile) -> [String] {
    builtInNames.filter { name in
      guard let mapping = try? Mapping(yaml: builtInText(name)!, file: name),
        let input = try? ImportInput(file, table: nil, mapping)
      else { return false }
      return (try? input.table.fields(in: file.path, columns: input.columns)) != nil
    }
  }
}

extension MappingProposal {
  /// Lets cells stay empty that the trial could not read.
  ///
  /// - Parameters:
  ///   - problems: The cells.
  ///   - rowCount: How many rows there are.
  /// - Returns: Whether anything changed.
  mutating func forgive(_ problems: [CellProblem], of rowCount: Int) -> Bool {
    var hasChanged = false
    for (name, cells) in Dictionary(grouping: problems, by: \.field).sorted(by: { $0.key < $1.key })
    where name != "race_id" && name != "date" {
      guard let index = fields.firstIndex(where: { $0.name == name }) else { continue }
      var texts: [String] = []
      for cell in cells where texts.count < 3 && !texts.contains(cell.found) {
        texts.append(cell.found)
      }
      fields[index].comments.append(
        "\(cells.count) of \(rowCount) cells don't fit and stay empty, such as "
          + texts.map(\.oneLine).joined(separator: ", "))
      fields[index].beLenient()
      hasChanged = true
    }
    return hasChanged
  }

  /// Says what the trial shows.
  mutating func doubt(_ trial: TrialRead) {
    doubts += ColumnSuspicions(self).found
    if feeds == .runners {
      let labels = Dictionary(
        fields.map { ($0.name, $0.columns.joined(separator: ", ")) }, uniquingKeysWith: { $1 })
      doubts += RaceSuspicions(trial.rows) { labels[$0] ?? $0 }.found
    }
    let conflicts = trial.rejects.filter { $0.reason == "conflict" }
    if let first = conflicts.first {
      doubts.append("\(conflicts.count) rows contradict others of the same key: \(first.detail)")
    }
    for other in sample.otherPaths.prefix(3) {
      doubts.append(
        "rows: \(other.path) leads to \(other.rowCount) rows of \(other.columnCount) columns too")
    }
  }
}
