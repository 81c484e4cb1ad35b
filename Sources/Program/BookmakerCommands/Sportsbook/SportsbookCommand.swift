import ArgumentParser

/// `railbird sportsbook`: the home screen and promotions of the app.
struct SportsbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sportsbook",
    abstract: "A sportsbook's home screen, promotions, news and tips.",
    discussion: """
      Uses the service at --base-url. Username and password come from \
      RAILBIRD_SPORTSBOOK_USERNAME and RAILBIRD_SPORTSBOOK_PASSWORD, or from a file of NAME=value \
      lines that only you can read (--credentials). `login` keeps the token in your own file \
      until `logout`; without it each command logs in by itself. docs/sportsbook.md has the \
      rules.

      Examples:
        railbird sportsbook login --base-url https://book.example
        railbird sportsbook home --base-url https://book.example --platform web
        railbird sportsbook promotions boosted --base-url https://book.example --json
        railbird sportsbook tips --base-url http://127.0.0.1:8080
        railbird sportsbook logout

      Exit codes: 0 done, 1 failed, 64 bad usage, 65 an answer, or a part of one, could not be \
      read, or a section of the screen is missing.
      """,
    subcommands: [
      SportsbookLoginCommand.self, SportsbookHomeCommand.self, SportsbookPromotionsCommand.self,
      SportsbookNewsCommand.self, SportsbookTipsCommand.self, SportsbookLogoutCommand.self,
    ])
}
