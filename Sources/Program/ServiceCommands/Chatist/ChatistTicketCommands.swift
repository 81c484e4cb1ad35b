import ArgumentParser
import ChatistSDK
import CommandTools

struct ChatistTicketsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tickets", abstract: "Lists the customer's tickets with their last messages.",
    discussion: """
      Examples:
        railbird chatist tickets --customer customer-1
        railbird chatist tickets --base-url http://127.0.0.1:8080 --json
      """)

  @OptionGroup var options: ChatistCallOptions

  func run() async throws {
    try await options.reporting { client in
      let tickets = try await client.getTickets()
      if options.json { return Console.print(try ChatistText.json(tickets)) }
      Console.print(tickets.isEmpty ? "There are no tickets." : ChatistText.lines(tickets))
    }
  }
}

struct ChatistShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a ticket with all of its messages.",
    discussion: """
      A message's files are shown by their addresses, which `railbird chatist download` saves.

      Examples:
        railbird chatist show ticket_1 --customer customer-1
        railbird chatist show ticket_1 --customer customer-1 --json
      """)

  @Argument(help: "The ticket's id.") var id: String
  @OptionGroup var options: ChatistCallOptions

  func run() async throws {
    try await options.reporting(.ticket(id)) { client in
      let ticket = try await client.getTicket(id)
      Console.print(
        options.json
          ? try ChatistText.json(ticket)
          : ChatistText.lines(ticket).joined(separator: "\n"))
    }
  }
}

struct ChatistBrandingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "branding", abstract: "Shows the chat's colours and logos.",
    discussion: """
      With --updated-at only a branding that is newer than that moment is shown; JSON is null where \
      there is none.

      Examples:
        railbird chatist branding
        railbird chatist branding --updated-at "2025-01-01 12:00:00" --json
      """)

  @Option(
    name: .long,
    help: ArgumentHelp("The moment of the branding that is known.", valueName: "moment"))
  var updatedAt: String?

  @OptionGroup var options: ChatistCallOptions

  func run() async throws {
    try await options.reporting { client in
      let branding = try await client.getBranding(updatedAt)
      if options.json {
        return Console.print(try branding.map { try ChatistText.json($0) } ?? "null")
      }
      let nothing = updatedAt == nil ? "There is no branding." : "There is no newer branding."
      Console.print(branding.map { ChatistText.lines($0).joined(separator: "\n") } ?? nothing)
    }
  }
}
