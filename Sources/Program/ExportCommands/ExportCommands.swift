import ArgumentParser

/// The commands that write and read datasets, in the order of the help.
package var exportCommands: [any ParsableCommand.Type] {
  [ExportCommand.self, TicksCommand.self, DriftCommand.self, NotebookCommand.self]
}
