import Foundation

/// The source of a topic's notebooks: a Python file whose cells begin with lines such as `# %%`.
///
/// - `# %%` begins a cell of all variants, `# %% pandas` a cell of that library's variant only;
/// - `# %% [markdown]` begins text, in comments;
/// - `# %% parameters` begins assignments whose values may be replaced;
/// - `# %% include NAME` is replaced by a cell that several templates share.
struct NotebookTemplate {
  private struct Part {
    var mark: String
    var lines: [String] = []

    /// The lines, without empty lines at the start and the end.
    var text: String {
      let isEmpty: (String) -> Bool = \.isEmpty
      let begun = lines.drop(while: isEmpty)
      return begun.prefix((begun.lastIndex { !$0.isEmpty } ?? -1) + 1 - begun.startIndex)
        .joined(separator: "\n")
    }
  }

  private static let mark = "# %%"
  private static let parameters = "parameters"
  private static let markdown = "[markdown]"
  private static let include = "include "

  private let parts: [Part]
  private let includes: [String: String]

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - text: The template's text, which begins with a mark.
  ///   - includes: Shared cells by name.
  init(_ text: String, includes: [String: String] = [:]) {
    var parts: [Part] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(Self.mark) {
        let mark = line.dropFirst(Self.mark.count).trimmingCharacters(in: .whitespaces)
        parts.append(Part(mark: mark))
      } else {
        precondition(!parts.isEmpty, "found \(line) before the first cell; expected \(Self.mark)")
        parts[parts.count - 1].lines.append(String(line))
      }
    }
    self.parts = parts
    self.includes = includes
  }

  /// The names of the parameters, in order.
  var parameterNames: [String] {
    parts.filter { $0.mark == Self.parameters }.flatMap(\.lines).compactMap { line in
      line.firstMatch(of: /^(\w+) =\s/).map { String($0.1) }
    }
  }

  /// Returns the cells of a variant.
  ///
  /// - Parameters:
  ///   - library: The library; cells that name no library belong to every variant.
  ///   - values: Values of parameters by name, in place of the template's.
  /// - Returns: The cells, in order.
  func cells(
    _ library: NotebookLibrary, _ values: [String: NotebookValue]
  ) -> [Notebook.Cell] {
    parts.compactMap { part in
      switch part.mark {
      case Self.markdown: return Notebook.Cell(kind: .markdown, source: Self.uncommented(part.text))
      case Self.parameters:
        return Notebook.Cell(kind: .code, source: Self.replacing(part.text, values))
      case "", library.rawValue: return Notebook.Cell(kind: .code, source: part.text)
      case let mark where mark.hasPrefix(Self.include):
        return Notebook.Cell(kind: .code, source: included(mark))
      case let mark:
        precondition(NotebookLibrary(rawValue: mark) != nil, "found \(mark); expected a library")
        return nil
      }
    }
  }

  // MARK: - Implementation

  private func included(_ mark: String) -> String {
    let name = String(mark.dropFirst(Self.include.count))
    guard let text = includes[name] else { preconditionFailure("found include \(name)") }
    return Part(mark: mark, lines: text.components(separatedBy: "\n")).text
  }

  private static func uncommented(_ text: String) -> String {
    text.replacing(/(?m)^# ?/, with: "")
  }

  /// Replaces values; comments after them stay.
  private static func replacing(_ text: String, _ values: [String: NotebookValue]) -> String {
    text.components(separatedBy: "\n").map { line in
      guard let name = line.firstMatch(of: /^(\w+) =\s/)?.1, let value = values[String(name)] else {
        return line
      }
      let comment = line.range(of: "  # ").map { line[$0.lowerBound...] } ?? ""
      return "\(name) = \(value.python)\(comment)"
    }.joined(separator: "\n")
  }
}
