import ArgumentParser

/// The calls of the racing service and of the running club.
package var racingCommands: [any ParsableCommand.Type] {
  [RacingCommand.self, SeasonalCommand.self]
}

/// The calls of the support service.
package var supportCommands: [any ParsableCommand.Type] {
  [ChatistCommand.self]
}
