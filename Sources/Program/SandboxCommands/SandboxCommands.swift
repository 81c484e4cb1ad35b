import ArgumentParser

/// The command that writes invented runners.
package var generateCommands: [any ParsableCommand.Type] {
  [GenerateCommand.self]
}

/// The command that serves invented services.
package var sandboxCommands: [any ParsableCommand.Type] {
  [SandboxCommand.self]
}
