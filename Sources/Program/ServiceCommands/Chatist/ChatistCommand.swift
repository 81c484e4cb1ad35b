import ArgumentParser

/// `railbird chatist`: tickets and messages of a support chat.
struct ChatistCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chatist",
    abstract: "A support chat: tickets, messages, attachments and branding.",
    discussion: """
      Asks the service at --base-url, or else at CHATIST_API_URL, or at the apiURL of a configuration \
      file (--config, CHATIST_CONFIG), which has routes and names too. The API key is taken from \
      CHATIST_API_KEY, or from a file of such lines that only you can read (--credentials); no option \
      takes it: other users of a machine see the options of commands. docs/chatist.md has the rules.

      Examples:
        railbird chatist new "I cannot log in" --attach screenshot.png \\
          --customer customer-1
        railbird chatist tickets --customer customer-1
        railbird chatist show ticket_1 --customer customer-1 --json
        railbird chatist send ticket_1 - --customer customer-1 < answer.txt
        railbird chatist watch --bookmark chat.bookmark --customer customer-1

      Exit codes: 0 done, 1 failed, 64 bad usage, 65 an answer, or a part of one, could not be read, \
      74 a ticket or message was sent, but standard output failed behind it, 130 interrupted.
      """,
    subcommands: [
      ChatistTicketsCommand.self, ChatistShowCommand.self, ChatistNewCommand.self,
      ChatistSendCommand.self, ChatistBrandingCommand.self, ChatistCustomerCommand.self,
      ChatistDeviceCommand.self, ChatistWatchCommand.self, ChatistDownloadCommand.self,
    ])
}
