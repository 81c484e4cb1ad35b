import ArgumentParser

/// `railbird betable`: logins, bets and sessions of Betable.
struct BetableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "betable",
    abstract: "Betable: log in, bet, and watch the session.",
    discussion: """
      The game's id and secret are taken from RAILBIRD_BETABLE_CLIENT_ID and \
      RAILBIRD_BETABLE_CLIENT_SECRET, or from a file of such lines that only you can read \
      (--credentials). `login` keeps token and session in a file of yours until `logout`; \
      RAILBIRD_BETABLE_ACCESS_TOKEN and RAILBIRD_BETABLE_SESSION_ID replace it. No option takes a \
      secret: other users of a machine can see the options of commands.

      A bet is written into the store before it is sent, and sent once. docs/betable.md has the \
      rules.

      Examples:
        railbird betable authorize --classic
        railbird betable login < redirect.txt
        railbird betable wallet
        railbird betable bet lucky-sevens --wager 0.10 --currency GBP \\
          --paylines 1,1,1 --store S
        railbird betable logout

      Exit codes: 0 done, 1 failed, 64 bad usage, 65 a request of a batch failed, or an answer, or a \
      part of one, could not be read, 74 bets were placed, but standard output failed afterwards, \
      130 interrupted.
      """,
    subcommands: [
      BetableAuthorizeCommand.self, BetableLoginCommand.self, BetableAccountCommand.self,
      BetableWalletCommand.self, BetableURLsCommand.self, BetablePageCommand.self,
      BetableGameCommand.self, BetableBetCommand.self, BetableBatchCommand.self,
      BetableSettleCommand.self, BetableSessionCommand.self, BetableLogoutCommand.self,
    ])
}
