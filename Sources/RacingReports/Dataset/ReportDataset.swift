import ColumnStore
import Columns
import Foundation
import Racing

/// An engine that answers SQL about a dataset that only it may see.
public protocol SQLEngine: Sendable {
  /// The engine's own error.
  associatedtype Failure: Error

  /// Runs a statement that has no answer, such as one that names a view.
  ///
  /// - Parameter statement: The statement.
  /// - Throws: The engine's own error.
  func execute(_ statement: String) async throws(Failure)

  /// Asks a query.
  ///
  /// - Parameter query: The query.
  /// - Returns: The answer, in batches.
  /// - Throws: The engine's own error.
  func rows(of query: String) async throws(Failure) -> [Table]
}

/// A dataset's own description: its files, and what a report needs to know of the store.
public struct ReportDataset: Sendable {
  /// The place of the dataset, as the engine names it.
  public let dataset: String
  /// The fate of each source's rows.
  public let sources: [SourceCounts]
  /// Whether it was exported with aliases.
  public var hasAliases: Bool {
    facts.otherRole(among: NameAliases.roles, than: NameAliases()) != nil
  }
  /// The facts of the store that the rows do not tell.
  let facts: DatasetFacts
  private let starters: Content.Starters

  /// The manifest's name in the dataset's folder.
  public static let fileName = "manifest.json"
  /// The word by which a manifest is known.
  public static let format = "railbird-dataset"
  /// The version of manifests that can be read.
  public static let version = 1

  private static let view = "railbird_manifest"

  /// Reads the description of a dataset that an engine sees.
  ///
  /// - Parameters:
  ///   - dataset: The dataset's folder, as the engine names it.
  ///   - engine: The engine.
  /// - Returns: The description.
  /// - Throws: ``SQLReportFailure`` `.report` where it is none, `.engine` where the engine fails.
  public static func read<Engine: SQLEngine>(
    _ dataset: String, by engine: Engine
  ) async throws(SQLReportFailure<Engine.Failure>) -> ReportDataset {
    if let sign = dataset.first(where: { "{}[]*?".contains($0) }) {
      throw .report(
        .refused(
          option: "--dataset", found: "\(sign) in \(dataset)",
          expected: "a folder's name without { } [ ] * and ?, which make a pattern of it"))
    }
    let path = SQLText.text(dataset + "/" + fileName)
    let batches: [Table]
    do throws(Engine.Failure) {
      try await engine.execute(
        "CREATE OR REPLACE TEMPORARY VIEW \(view) USING text "
          + "OPTIONS (path \(path), wholetext 'true')")
      batches = try await engine.rows(of: "SELECT value FROM \(view)")
    } catch {
      throw .engine(error)
    }
    do throws(SQLReportError) {
      var text = ""
      for batch in batches { text += try AnswerTable(table: batch).texts("value").joined() }
      return try ReportDataset(text, of: dataset)
    } catch {
      throw .report(error)
    }
  }

  /// Reads a description.
  ///
  /// - Parameters:
  ///   - text: JSON.
  ///   - dataset: The dataset's folder, as the engine names it.
  /// - Throws: ``SQLReportError`` `.manifest` where it is none, or one of another version.
  public init(_ text: String, of dataset: String) throws(SQLReportError) {
    func misfit(_ found: String, _ expected: String) -> SQLReportError {
      .manifest(dataset: dataset, found: found, expected: expected)
    }
    let decoder = JSONDecoder()
    guard let kind = try? decoder.decode(Kind.self, from: Data(text.utf8)),
      kind.format == Self.format
    else { throw misfit("no description of a dataset", "what railbird export writes there") }
    guard kind.version == Self.version else {
      throw misfit("version \(kind.version)", "version \(Self.version)")
    }
    let content: Content
    do {
      content = try decoder.decode(Content.self, from: Data(text.utf8))
    } catch {
      throw misfit("one that lacks what reports need", "what railbird export writes there")
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

  /// The statement that names the view of the dataset's runners: exactly the files of its state,
  /// with the types that they were written with.
  var statement: String {
    let columns =
      (starters.fields.map { "\(SQLText.name($0.name)) \(Self.type($0.type))" }
      + ["`\(DatasetStarters.partition)` STRING"]).joined(separator: ", ")
    let files = starters.months.flatMap(\.files).map(\.path).joined(separator: ",")
    return "CREATE OR REPLACE TEMPORARY VIEW \(StarterQuery.view) (\(columns)) USING parquet "
      + "OPTIONS (path \(SQLText.text("\(dataset)/{\(files)}")), "
      + "basePath \(SQLText.text(dataset + "/starters")))"
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

  private struct Kind: Decodable {
    let format: String
    let version: Int
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
