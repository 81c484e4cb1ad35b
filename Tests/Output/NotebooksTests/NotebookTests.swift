import Foundation
import TestSupport
import Testing

@testable import Notebooks

struct NotebookTests {
  private struct File: Decodable {
    struct Cell: Decodable {
      let cell_type: String
      let id: String
      let source: [String]
      let outputs: [String]?
    }
    let cells: [Cell]
    let nbformat: Int
    let nbformat_minor: Int
  }

  private static func decoded(_ notebook: Notebook) throws -> File {
    try JSONDecoder().decode(File.self, from: Data(notebook.json.utf8))
  }

  @Test func `a cell's text is that of its lines, whatever its characters`() throws {
    let text = "a = \"\\n\"\n\n\tπ 🐎 \u{1}\u{7F}\r\n# </script>"
    let notebook = Notebook(
      name: "x",
      cells: [
        Notebook.Cell(kind: .code, source: text), Notebook.Cell(kind: .markdown, source: ""),
      ])
    let file = try Self.decoded(notebook)
    #expect(file.cells.map { $0.source.joined() } == [text, ""])
    #expect(file.cells.map(\.cell_type) == ["code", "markdown"])
    #expect(file.cells.map(\.id) == ["x-1", "x-2"])
    // nbformat's schema wants outputs of code, and none of text.
    #expect(file.cells.map { $0.outputs == nil } == [false, true])
    #expect((file.nbformat, file.nbformat_minor) == (4, 5))
  }

  @Test(arguments: NotebookTopic.allCases, NotebookLibrary.allCases)
  func `a notebook imports its own library, and compares with a report`(
    topic: NotebookTopic, library: NotebookLibrary
  ) throws {
    let notebook = topic.notebook(library)
    #expect(notebook.name == "\(topic.rawValue)-\(library.rawValue)")
    let code = notebook.cells.filter { $0.kind == .code }.map(\.source).joined(separator: "\n")
    for other in NotebookLibrary.allCases {
      #expect(code.contains("import \(other.rawValue)") == (other == library))
    }
    #expect(code.contains("def hold(") && code.contains("\nhold("))
    #expect(notebook.cells.first?.kind == .markdown)
    #expect(!code.contains("# %%"))
  }

  @Test(arguments: [NotebookTopic.roi, .calibration], NotebookLibrary.allCases)
  func `a coupled entry is one bet, in a cell of its own`(
    topic: NotebookTopic, library: NotebookLibrary
  ) {
    let cells = topic.notebook(library).cells.filter { $0.source.contains("betting_interest") }
    #expect(cells.contains { $0.source.hasPrefix("# A coupled entry is one ") })
  }

  @Test(arguments: [NotebookTopic.roi, .season])
  func `names in a picture are no formulas`(topic: NotebookTopic) {
    // A dollar in a name would begin mathematics, whose errors end the cell.
    let code = topic.notebook(.pandas).cells.map(\.source).joined(separator: "\n")
    func count(_ text: String) -> Int { code.components(separatedBy: text).count - 1 }
    #expect(count(".annotate(") == 1 && count("parse_math=False)") == 1)
  }

  @Test func `a season's notebook is of the season asked for`() {
    let notebook = NotebookTopic.season.notebook(
      .polars, ["SEASON": .text("track"), "YEAR": .number(2023), "ZONE": .text("Europe/Paris")])
    let code = notebook.cells.map(\.source)
    let asked = "SEASON = \"track\"\nYEAR = 2023\nZONE = \"Europe/Paris\"  # of the club"
    #expect(code.contains { $0.hasPrefix(asked) })
  }

  @Test func `the notebooks of the sample are those that the program writes`() throws {
    let folder = RailbirdProcess.packageFolder + "/notebooks-export/"
    for topic in NotebookTopic.allCases {
      for library in NotebookLibrary.allCases {
        let notebook = topic.notebook(library)
        struct Kept: Decodable {
          struct Cell: Decodable { let source: [String] }
          let cells: [Cell]
        }
        let kept = try JSONDecoder().decode(
          Kept.self, from: Data(contentsOf: URL(fileURLWithPath: folder + notebook.name + ".ipynb"))
        )
        #expect(
          kept.cells.map { $0.source.joined() } == notebook.cells.map(\.source),
          "\(notebook.name): make them again by scripts/try-notebooks.sh --write")
      }
    }
  }
}
