import Foundation
import TestSupport
import Testing

@testable import Notebooks

struct NotebookTemplateTests {
  private static let text = """
    # %% [markdown]
    # # Title
    #
    # A *line*.

    # %% parameters
    KEY = "jockey"  # or "trainer"
    YEAR = 2024

    # %% include shared

    # %% pandas
    import pandas

    # %% duckdb

    a = 1

    b = 2

    # %%
    print(a)
    """

  private func cells(
    _ library: NotebookLibrary, _ values: [String: NotebookValue] = [:]
  ) -> [Notebook.Cell] {
    NotebookTemplate(Self.text, includes: ["shared": "\ndef f(): pass\n"]).cells(library, values)
  }

  @Test func `a variant has the cells of all and its own, without empty lines at their ends`() {
    #expect(
      cells(.duckdb) == [
        Notebook.Cell(kind: .markdown, source: "# Title\n\nA *line*."),
        Notebook.Cell(kind: .code, source: "KEY = \"jockey\"  # or \"trainer\"\nYEAR = 2024"),
        Notebook.Cell(kind: .code, source: "def f(): pass"),
        Notebook.Cell(kind: .code, source: "a = 1\n\nb = 2"),
        Notebook.Cell(kind: .code, source: "print(a)"),
      ])
    #expect(cells(.pandas).map(\.source).contains("import pandas"))
    #expect(cells(.polars).count == 4)
  }

  @Test func `parameters are replaced by values as Python writes them`() {
    let replaced = cells(.polars, ["KEY": .text("a \"b\"\\\n"), "YEAR": .number(-3)])
    #expect(replaced[1].source == #"KEY = "a \"b\"\\\n"  # or "trainer""# + "\nYEAR = -3")
    #expect(cells(.polars, ["YEAR": .number(1)])[1].source.hasPrefix("KEY = \"jockey\""))
  }

  @Test func `the names of parameters are those of their cells`() {
    #expect(NotebookTemplate(Self.text).parameterNames == ["KEY", "YEAR"])
  }
}
