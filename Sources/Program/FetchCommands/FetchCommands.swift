import ArgumentParser

/// The command that fetches services' data into a store.
package var fetchCommands: [any ParsableCommand.Type] {
  [FetchCommand.self]
}
