import Columns
import Foundation

/// A question that a notebook answers, in a variant per library.
///
/// If you add a topic, also add its template to `Templates/`, and to `docs/notebooks.md`.
public enum NotebookTopic: String, CaseIterable, Sendable {
  /// Return on investment, and luck.
  case roi
  /// Prices as probabilities.
  case calibration
  /// Points of a club's season.
  case season
  /// Features of starters, and a model.
  case features

  /// The template's text.
  private var template: EmbeddedFile {
    switch self {
    case .roi: EmbeddedFile("Templates/roi.py")
    case .calibration: EmbeddedFile("Templates/calibration.py")
    case .season: EmbeddedFile("Templates/season.py")
    case .features: EmbeddedFile("Templates/features.py")
    }
  }

  /// Makes the notebook of a variant.
  ///
  /// - Parameters:
  ///   - library: The library that computes.
  ///   - parameters: Values of the template's parameters by name; the others keep their values.
  /// - Returns: The notebook, with a name such as `roi-pandas`.
  /// - Precondition: The template has each of the parameters.
  public func notebook(
    _ library: NotebookLibrary, _ parameters: [String: NotebookValue] = [:]
  ) -> Notebook {
    let template = NotebookTemplate(
      template.text,
      includes: ["figures": EmbeddedFile("Templates/figures.py").text])
    let unknown = Set(parameters.keys).subtracting(template.parameterNames)
    precondition(unknown.isEmpty, "\(rawValue) has no parameter \(unknown.sorted())")
    return Notebook(
      name: "\(rawValue)-\(library.rawValue)", cells: template.cells(library, parameters))
  }
}

/// A library that a notebook computes with.
public enum NotebookLibrary: String, CaseIterable, Sendable {
  /// Data frames, evaluated at once.
  case pandas
  /// Data frames, evaluated lazily.
  case polars
  /// SQL.
  case duckdb
}

/// A parameter's value.
public enum NotebookValue: Equatable, Sendable {
  /// A text.
  case text(String)
  /// A whole number.
  case number(Int)

  /// The value as Python writes it.
  var python: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text):
      "\""
        + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n") + "\""
    }
  }
}
