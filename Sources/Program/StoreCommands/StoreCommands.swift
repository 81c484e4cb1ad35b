import ArgumentParser

/// The command that reads files into a store.
package var importCommands: [any ParsableCommand.Type] {
  [ImportCommand.self]
}

/// The commands that show, repair and repeat what a store holds, in the order of the help.
package var storeCommands: [any ParsableCommand.Type] {
  [
    TablesCommand.self, ImportsCommand.self, RejectsCommand.self, ReplayCommand.self,
    AliasesCommand.self, VerifyCommand.self, RepairCommand.self,
  ]
}
