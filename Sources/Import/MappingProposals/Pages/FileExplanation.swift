import Columns
import Foundation
import Mappings
import Racing
import RowReading
import TabularFiles
import TextEncodings

/// An explanation of unknown files: a proposed mapping, and the rows that it would read.
///
/// It writes to no store.
public struct FileExplanation {
  /// The proposed mapping with doubts, unused columns, ten rows and counts as comments, in YAML.
  public let text: String
  /// The proposed mapping, read.
  public let mapping: Mapping

  /// Examines a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - defaults: Texts for fields that the file lacks; the mapping then has them.
  ///   - encoding: The text's encoding; nil to find it.
  ///   - threads: Number of parsing threads.
  /// - Throws: `ImportError` when the file cannot be read.
  public init(
    file path: String, defaults: [String: String] = [:], encoding: TextEncoding? = nil,
    threads: Int = 1
  ) throws(ImportError) {
    try self.init(
      files: [ImportFile(path)], defaults: defaults, encoding: encoding, threads: threads)
  }

  /// Examines the files of one call; files of one layout become one table.
  ///
  /// - Parameters:
  ///   - files: The files, at least one.
  ///   - defaults: Texts for fields that the files lack; the mapping then has them.
  ///   - encoding: The texts' encoding; nil to find each file's.
  ///   - threads: Number of parsing threads.
  /// - Throws: `ImportError` when a file cannot be read.
  public init(
    files: [ImportFile], defaults: [String: String] = [:], encoding: TextEncoding? = nil,
    threads: Int = 1
  ) throws(ImportError) {
    precondition(!files.isEmpty, "an explanation is of some file")
    try Self.check(defaults)
    var pages: [ExplanationPage] = []
    var layouts: [FileLayout] = []
    var leftOut: [ImportFile] = []
    var damages: [ImportError] = []
    for file in files {
      var page: ExplanationPage
      do throws(ImportError) {
        page = try Self.page(file, defaults: defaults, encoding: encoding, threads: threads)
      } catch {
        guard file.isFound, error.isOfOtherFile || error.isOfDamage,
          file != files.last || !pages.isEmpty
        else { throw error }
        if error.isOfDamage { damages.append(error) } else { leftOut.append(file) }
        continue
      }
      let layout = FileLayout(page.proposal)
      if let index = layouts.firstIndex(where: { $0.takes(layout) }) {
        pages[index].proposal.takeFields(of: page.proposal)
        pages[index].others.append(try Self.read(page, by: pages[index].proposal, threads: threads))
        pages[index].proposal.readsToo(page.proposal.encodings)
      } else {
        layouts.append(layout)
        page.builtIn = Mapping.builtInReading(file, threads: threads)
        pages.append(page)
      }
    }
    let tables = zip(Self.tableNames(pages.map(\.proposal)), pages.map(\.proposal)).map {
      (name: $0, proposal: $1)
    }
    let mappingText = MappingProposal.mappingText(of: tables)
    mapping = try Mapping(yaml: mappingText, file: "the proposal")
    text = ExplanationPage.text(
      of: pages, mappingText: mappingText,
      leftOut: leftOut.map { $0.name ?? ($0.path as NSString).lastPathComponent },
      damages: damages)
  }

  /// Replaces the error for files that could not be examined.
  ///
  /// - Parameters:
  ///   - error: The error of examining the files.
  ///   - arguments: The files as given by the user.
  /// - Returns: For an exchange's stream, where no mapping can be proposed, an error that names the
  ///   built-in mapping of streams; otherwise the given error.
  public static func replacing(_ error: ImportError, of arguments: [ImportFile]) -> ImportError {
    guard !arguments.contains(where: { $0.path == InputFiles.standardInputName }) else {
      return error
    }
    // A table's text is no stream, and may be too long to search.
    guard !arguments.contains(where: { SourceKind(fileName: $0.path)?.isCSV == true }) else {
      return error
    }
    for (name, mapping) in Mapping.ofStreams {
      guard let files = try? InputFiles(arguments, for: mapping), let first = files.files.first,
        mapping.reads(first, threads: 1)
      else { continue }
      return .file(
        .malformed(
          file: arguments[0].path, found: "an exchange's stream",
          expected: "a table; railbird import --format \(name) reads streams"))
    }
    return error
  }

  // MARK: - Implementation

  /// Names tables by their targets, or by their files if two have the same target.
  private static func tableNames(_ proposals: [MappingProposal]) -> [String] {
    let targets = proposals.map(\.feeds.rawValue)
    guard Set(targets).count < targets.count else { return targets }
    var names: [String] = []
    for proposal in proposals {
      let isTaken = names.contains(proposal.name)
      names.append(isTaken ? "\(proposal.name)-\(names.count + 1)" : proposal.name)
    }
    return names
  }

  private static func page(
    _ file: ImportFile, defaults: [String: String], encoding: TextEncoding?, threads: Int
  ) throws(ImportError) -> ExplanationPage {
    let found = try onFile { () throws(FileError) in
      try FoundForm(
        path: file.path, name: file.name, encodings: encoding.map { [$0] } ?? [],
        isColumnName: FieldWords.areName)
    }
    let source = try onFile { () throws(FileError) in
      try SourceFile(
        path: file.path, name: file.name, form: found.form, guessesEncoding: true)
    }
    let page = try [source].unchanged { () throws(ImportError) in
      try Self.page(source, found, file, defaults: defaults, threads: threads)
    }
    try onFile { () throws(FileError) in try source.checkUnchanged() }
    return page
  }

  private static func page(
    _ file: SourceFile, _ found: FoundForm, _ given: ImportFile, defaults: [String: String],
    threads: Int
  ) throws(ImportError) -> ExplanationPage {
    let sample = try onFile { () throws(FileError) in try FileSample(file, threads: threads) }
    var proposal = MappingProposal(sample, defaults: defaults)
    if given.isFound, proposal.candidates.all.isEmpty {
      // A folder may hold notes, too.
      throw .unknownTable(
        file: given.path, columns: sample.columns, mapping: "proposed", lacking: [])
    }
    proposal.doubtForm(found)
    proposal.doubts += given.doubts
    var mapping = try Mapping(yaml: proposal.mappingText, file: "the proposal")
    var trial = try TrialRead(file, mapping, threads: threads)
    let forgives = proposal.forgive(trial.problems, of: trial.rowCount)
    if proposal.takeMargins(of: trial.rows) || forgives {
      mapping = try Mapping(yaml: proposal.mappingText, file: "the proposal")
      trial = try TrialRead(file, mapping, threads: threads)
    }
    proposal.doubt(trial)
    // A column's doubt of its encoding is the file's, with the column's name.
    if !proposal.doubts.contains(where: { $0.contains("--encoding") }) {
      proposal.doubts += file.doubts
    }
    return ExplanationPage(proposal: proposal, trial: trial)
  }

  /// Returns a further file's page, with its rows read by the first file's mapping.
  private static func read(
    _ page: ExplanationPage, by first: MappingProposal, threads: Int
  ) throws(ImportError) -> ExplanationPage {
    guard !page.proposal.fieldsDiffering(from: first).isEmpty else { return page }
    let mapping = try Mapping(yaml: first.mappingText, file: "the proposal")
    let file = page.proposal.sample.file
    var page = page
    page.trial = try [file].unchanged { () throws(ImportError) in
      try TrialRead(file, mapping, threads: threads)
    }
    try onFile { () throws(FileError) in try file.checkUnchanged() }
    return page
  }

  /// Checks that all defaults are for known fields.
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
  /// All built-in mappings, read once for all files.
  private static let builtIn = Dictionary(
    uniqueKeysWithValues: builtInNames.map { name in
      (name, try? Mapping(yaml: builtInText(name)!, file: name))
    })

  /// The built-in mappings for an exchange's streams.
  fileprivate static var ofStreams: [(name: String, mapping: Mapping)] {
    builtInNames.compactMap { name in
      guard let mapping = builtIn[name] ?? nil else { return nil }
      let isOfStreams = mapping.forms(of: nil).contains { $0.lines != nil }
      return isOfStreams ? (name, mapping) : nil
    }
  }

  /// Returns the built-in mappings whose columns a file has, and the doubts of an import by each.
  static func builtInReading(
    _ file: ImportFile, threads: Int
  ) -> [(name: String, doubts: [String])] {
    builtInNames.compactMap { name in
      guard let mapping = builtIn[name] ?? nil,
        let input = mapping.input(of: file, threads: threads)
      else { return nil }
      let feeds = input.table.feeds
      guard feeds == .runners || feeds == .dividends, input.table.form.lines == nil else {
        return (name, [])
      }
      return (name, (try? TrialRead(input, mapping, threads: threads))?.doubts ?? [])
    }
  }

  /// Whether a file has the columns that the mapping needs.
  fileprivate func reads(_ file: ImportFile, threads: Int) -> Bool {
    input(of: file, threads: threads) != nil
  }

  /// Opens a file that has the columns that the mapping needs; nil for another file.
  private func input(of file: ImportFile, threads: Int) -> ImportInput? {
    let name = file.name ?? (file.path as NSString).lastPathComponent
    guard tables.values.contains(where: { $0.takes(name) }) else { return nil }
    guard var input = try? ImportInput(opening: file, self, limits: ProbeLimits(threads: threads))
    else { return nil }
    // Only a CSV text has columns without names.
    guard input.table.form.columns == nil || input.file.text != nil else { return nil }
    if input.isGuess {
      let all = try? input.file.jsonColumns(rows: input.table.rowPath, threads: threads)
      guard let all else { return nil }
      input = input.settled(all)
    }
    let fields = try? input.table.fields(
      in: file.path, columns: input.columns, hasObjects: input.hasObjects)
    return fields == nil ? nil : input
  }
}
