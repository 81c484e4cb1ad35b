import ArgumentParser

/// The calls of the sportsbook and of Betable.
package var bookmakerCommands: [any ParsableCommand.Type] {
  [SportsbookCommand.self, BetableCommand.self]
}
