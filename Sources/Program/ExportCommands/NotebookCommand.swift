import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Foundation
import Notebooks
import ReportCommands
import SeasonTotals

extension NotebookTopic: ExpressibleByArgument {}
extension NotebookLibrary: ExpressibleByArgument {}

struct NotebookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notebook",
    abstract:
      "Writes Jupyter notebooks with their data: ROI and luck, calibration, seasons, features.",
    discussion: """
      Each notebook computes a report's figures from Parquet files alone, by pandas, Polars and \
      DuckDB, and holds them against the report's CSV files. Tables go to data/, reports to figures/; \
      names are as spelt, without aliases. docs/notebooks.md says what is in them and how to run them.

      Examples:
        railbird notebook --store S --out notebooks
        railbird notebook --store S --topics roi,calibration --with polars \\
          --out notebooks
        railbird notebook --store S --topics season --season xc --year 2024 \\
          --out notebooks
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Topics by commas: \(NotebookTopic.names.joined(separator: ", ")) (default: all that the "
        + "store has rows for).", valueName: "list"),
    completion: .names(NotebookTopic.names))
  var topics: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Libraries by commas: \(NotebookLibrary.names.joined(separator: ", ")) (default: all).",
      valueName: "list"),
    completion: .names(NotebookLibrary.names))
  var with: String?

  @OptionGroup var club: StoredSeasonOptions

  @Option(
    name: .long, help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String

  func validate() throws {
    _ = try list("--topics", topics, of: NotebookTopic.self)
    _ = try list("--with", with, of: NotebookLibrary.self)
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      console.progress("opening \(storeOptions.store)")
      let files = try NotebookFiles(
        Snapshot(store: storeOptions.store), folder: out, threads: work.threadCount, console)
      let libraries = try list("--with", with, of: NotebookLibrary.self)
      var written = 0
      var gaps: [NotebookTopic] = []
      for topic in try list("--topics", topics, of: NotebookTopic.self) {
        guard let parameters = try parameters(of: topic, writing: files) else {
          gaps.append(topic)
          continue
        }
        for library in libraries {
          try files.write(topic.notebook(library, parameters))
          written += 1
        }
        for library in NotebookLibrary.allCases where !libraries.contains(library) {
          // The data files of the other notebooks now have another season.
          let other = topic.notebook(library, parameters)
          if !parameters.isEmpty, try files.removeOther(other) {
            console.note("\(topic.rawValue): removed \(other.name).ipynb, of other parameters")
          }
        }
      }
      // An earlier run's notebooks would fail with the new tables. If nothing was written, keep
      // them: the store may be the wrong one.
      for topic in gaps where written > 0 {
        let removed = try files.remove(topic)
        guard removed > 0 else { continue }
        let count = TextCount.text(removed, of: "file")
        console.note("\(topic.rawValue): removed \(count) of an earlier run")
      }
      console.clear()
      if !work.quiet {
        let count = TextCount.text(written, of: "notebook")
        Console.print(written == 0 ? "no notebooks written" : "\(count) in \(out)")
      }
    }
  }

  // MARK: - Implementation

  /// Writes a topic's data; nil if the store lacks rows for a topic that was not requested by name.
  private func parameters(
    of topic: NotebookTopic, writing files: NotebookFiles
  ) throws -> [String: NotebookValue]? {
    do {
      switch topic {
      case .roi: return ["PRICE": .text(try files.writeROI().rawValue)]
      case .calibration: return ["PRICE": .text(try files.writeCalibration().rawValue)]
      case .features: return ["PRICE": .text(try files.writeFeatures().rawValue)]
      case .season:
        let season = try files.writeSeason(club.asked(), zone: club.timeZone)
        return [
          "SEASON": .text(season.season.rawValue), "YEAR": .number(season.year),
          "ZONE": .text(club.zone),
        ]
      }
    } catch let error as NotebookGap {
      guard topics == nil else { throw error }
      files.console.note("\(topic.rawValue): left out: \(error)")
      return nil
    }
  }

  /// Reads the distinct names in a list; all names if there is no list.
  private func list<Name: CaseIterable & RawRepresentable & Hashable>(
    _ option: String, _ text: String?, of type: Name.Type
  ) throws -> [Name] where Name.RawValue == String {
    guard let text else { return Array(Name.allCases) }
    return try QuestionOptions.names(option, text, of: Array(Name.allCases))
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names of all cases, in order.
  fileprivate static var names: [String] { allCases.map(\.rawValue) }
}
