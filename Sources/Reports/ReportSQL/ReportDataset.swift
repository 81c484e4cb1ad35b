import Questions
import ColumnStore
import Columns
import EntityReports
import Foundation
import Racing
import RunnerKeys

/// An engine that answers SQL about a dataset, which only the engine needs to read.
public protocol SQLEngine: Sendable {
  /// The engine's own error.
  associatedtype Failure: Error

  /// Runs a statement without an answer, such as the creation of a view.
  ///
  /// - Parameter statement: The statement.
  /// - Throws: The engine's own error.
  func execute(_ statement: String) async throws(Failure)

  /// Runs a query.
  ///
  /// - Parameter query: The query.
  /// - Returns: The answer, in batches.
  /// - Throws: The engine's own error.
  func rows(of query: String) async throws(Failure) -> [Table]
}

extension SQLEngine {
  /// Creates the view of a dataset's table, and compares the files that the engine finds.
  ///
  /// - Parameter view: The table.
  /// - Returns: A difference from the manifest, as text; nil for none.
  /// - Throws: The engine's own error.
  package func open(_ view: DatasetView) async throws(Failure) -> DatasetView.Misfit? {
    if let listing = view.fileStatement {
      try await execute(listing)
      if let misfit = view.misfit(try await rows(of: view.files)) { return misfit }
    }
    try await execute(view.statement)
    return nil
  }
}

/// A dataset's own description: its files, and the facts of the store that a report needs.
public struct ReportDataset: Sendable {
  /// The place of the dataset, as the engine names it.
  package let dataset: String
  /// The counts of each source's rows.
  package let sources: [SourceCounts]
  /// Whether it was exported with aliases.
  package var hasAliases: Bool {
    facts.otherRole(among: NameAliases.roles, than: NameAliases()) != nil
  }
  /// The race that sets the day of reports; nil if the dataset does not name it.
  package var newestRace: NewestRace? { facts.newestRace }
  /// The facts of the store that the rows lack.
  let facts: DatasetFacts
  private let starters: Content.Starters

  /// Reads the facts of the store from a manifest.
  ///
  /// - Parameters:
  ///   - manifest: A dataset's manifest, with its version and checksum already checked.
  ///   - dataset: The dataset's folder, as the engine names it.
  /// - Throws: ``SQLReportError`` `.manifest` if it is not one of a store, or has another layout.
  public init(_ manifest: Data, of dataset: String) throws(SQLReportError) {
    func misfit(_ found: String, _ expected: String) -> SQLReportError {
      .manifest(dataset: dataset, found: found, expected: expected)
    }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: manifest)
    } catch {
      throw misfit(
        "no table starters with rows", "a dataset that railbird export made of a store with races")
    }
    guard content.report.layout == DatasetFacts.layout, content.report.hasThesePlaces else {
      throw misfit(
        "starters as another version of railbird counts them",
        "those of this version: railbird export writes them anew")
    }
    guard content.report.raceDays != nil else { throw misfit("no race", "at least one") }
    self.dataset = dataset
    sources = content.sources.map { $0.counts }
    facts = content.report
    starters = content.tables.starters
  }

  /// The view of the dataset's runners, with the types of the files.
  var view: DatasetView {
    let columns = starters.fields.map { (name: $0.name, type: Self.type($0.type)) }
    return DatasetView(
      StarterQuery.view, columns + [(name: DatasetStarters.partition, type: "STRING")],
      of: "starters", in: dataset,
      files: starters.months.flatMap(\.files).map {
        DatasetView.File(path: $0.path, bytes: $0.bytes)
      })
  }

  /// The names of the dataset's columns.
  var columnNames: Set<String> {
    Set(starters.fields.map(\.name) + [DatasetStarters.partition])
  }

  // MARK: - Implementation

  private static func type(_ name: String) -> String {
    switch ColumnType(name: name) {
    case .int16, .int32: "INT"
    case .int64: "BIGINT"
    case .boolean: "BOOLEAN"
    case .date: "DATE"
    case .double: "DOUBLE"
    default: "STRING"
    }
  }

  private struct Content: Decodable {
    let sources: [Source]
    let report: DatasetFacts
    let tables: Tables

    struct Tables: Decodable {
      let starters: Starters
    }

    struct Starters: Decodable {
      let fields: [Column]
      let months: [Part]
    }

    struct Column: Decodable {
      let name: String
      let type: String
    }

    struct Part: Decodable {
      let files: [File]
    }

    struct File: Decodable {
      let path: String
      let bytes: Int
    }

    struct Source: Decodable {
      let name: String
      let rowsRead: Int
      let stored: Int
      let duplicates: Int
      let rejected: Int
      let reasons: [String: Int]

      enum CodingKeys: String, CodingKey {
        case name, stored, duplicates, rejected, reasons
        case rowsRead = "rows_read"
      }

      var counts: SourceCounts {
        SourceCounts(
          name: name, rowsRead: rowsRead, stored: stored, duplicates: duplicates,
          rejected: rejected, reasons: reasons)
      }
    }
  }
}
