import Columns

/// A Jupyter notebook: cells in order, none of them run yet.
public struct Notebook: Sendable {
  /// A cell.
  public struct Cell: Equatable, Sendable {
    /// A cell's purpose.
    public enum Kind: String, Sendable {
      /// Python to run.
      case code
      /// Text to read.
      case markdown
    }

    /// The purpose.
    public let kind: Kind
    /// The text, without a line break at its end.
    public let source: String
  }

  /// The name, which begins each cell's identifier.
  public let name: String
  /// The cells.
  public let cells: [Cell]

  /// The file's JSON: nbformat 4.5, members in the order of Jupyter's own files.
  public var json: String {
    let cells = self.cells.enumerated().map { index, cell in
      Self.json(cell, id: "\(name)-\(index + 1)")
    }
    return """
      {
       "cells": [
      \(cells.joined(separator: ",\n"))
       ],
       "metadata": {
        "kernelspec": {
         "display_name": "Python 3",
         "language": "python",
         "name": "python3"
        },
        "language_info": {
         "name": "python"
        }
       },
       "nbformat": 4,
       "nbformat_minor": 5
      }

      """
  }

  // MARK: - Implementation

  private static func json(_ cell: Cell, id: String) -> String {
    var members = [#""cell_type": "\#(cell.kind.rawValue)""#, #""id": "\#(id)""#]
    members.append(#""metadata": {}"#)
    if cell.kind == .code {
      members.insert(#""execution_count": null"#, at: 1)
      members.append(#""outputs": []"#)
    }
    let lines = cell.source.split(separator: "\n", omittingEmptySubsequences: false)
    let ended = lines.dropLast().map { $0 + "\n" } + lines.suffix(1).map(String.init)
    let source = ended.map { "    " + JSONText.string($0) }.joined(separator: ",\n")
    members.append("\"source\": [\n\(source)\n   ]")
    return "  {\n" + members.map { "   " + $0 }.joined(separator: ",\n") + "\n  }"
  }
}
