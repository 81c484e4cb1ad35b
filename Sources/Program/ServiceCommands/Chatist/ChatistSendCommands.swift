import ArgumentParser
import ChatistSDK
import CommandTools
import Foundation

/// The text and the files of a message.
struct ChatistMessageOptions: ParsableArguments {
  @Argument(help: "The text, or - to read it from standard input.") var text: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file to attach; repeat the option for more. Its ending decides its media type.",
      valueName: "file"), completion: .file())
  var attach: [String] = []

  /// The files, each read while it is sent; nil for none.
  var attachments: [AttachmentDto]? {
    attach.isEmpty ? nil : attach.map { AttachmentDto(file: $0) }
  }

  /// The number of files, to append to a sentence.
  var withAttachments: String {
    switch attach.count {
    case 0: ""
    case 1: " with 1 attachment"
    default: " with \(attach.count) attachments"
    }
  }

  /// Returns the text; for `-`, that of standard input without its last line end.
  ///
  /// - Parameter wantsText: Whether a text is required even with files.
  /// - Returns: The text.
  /// - Throws: `ValidationError` for a missing text, and for bytes that are not UTF-8.
  func message(wantsText: Bool = false) throws -> String {
    var message = text
    if text == "-" {
      let data = try FileHandle.standardInput.readToEnd() ?? Data()
      guard let read = String(validating: data, as: UTF8.self) else {
        throw ValidationError("standard input: found bytes that are no UTF-8; expected a text")
      }
      message = read
      if message.last?.isNewline == true { message.removeLast() }
    }
    if message.allSatisfy(\.isWhitespace), attach.isEmpty || wantsText {
      throw ValidationError(
        "text: found nothing; expected a message" + (wantsText ? "" : ", or a file to attach"))
    }
    return message
  }
}

struct ChatistNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Opens a ticket.",
    discussion: """
      The ticket describes this machine: its model, kernel, locale and time zone, but not its name. It \
      is sent once, whatever becomes of the answer. A file of more bytes than the service takes is \
      refused before anything is sent.

      Examples:
        railbird chatist new "I cannot log in" --customer customer-1
        railbird chatist new "See here" --attach screenshot.png --attach app.log \\
          --channel web
        railbird chatist new - --app-version 2.1 --app-build 7 < question.txt
      """)

  @OptionGroup var message: ChatistMessageOptions

  @Option(
    name: .long,
    help: ArgumentHelp("The way by which the customer writes.", valueName: "name"))
  var channel = "linux"

  @Option(
    name: .long, help: ArgumentHelp("The version of the customer's app.", valueName: "version"))
  var appVersion = Version.engine

  @Option(name: .long, help: ArgumentHelp("The app's build.", valueName: "build"))
  var appBuild = "1"

  @OptionGroup var options: ChatistCallOptions

  func run() async throws {
    try await options.reporting(.newTicket) { client in
      let order = CreateTicketDto(
        message: try message.message(wantsText: true), channel: channel,
        deviceInfo: DeviceInfoProvider().describe(appVersion: appVersion, appBuild: appBuild))
      let ticket = try await client.createTicket(order, message.attachments)
      let id = ChatistText.printable(ticket.id)
      Console.recordChange("the ticket \(id) is open")
      Console.print(
        options.json ? try ChatistText.json(ticket) : "Opened \(id)" + message.withAttachments)
    }
  }
}

struct ChatistSendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends a message to a ticket.",
    discussion: """
      A message is sent once, whatever becomes of the answer. A file of more bytes than the service \
      takes is refused before anything is sent.

      Examples:
        railbird chatist send ticket_1 "It works now, thank you" \\
          --customer customer-1
        railbird chatist send ticket_1 "The log" --attach app.log \\
          --customer customer-1
        railbird chatist send ticket_1 - --customer customer-1 < answer.txt
      """)

  @Argument(help: "The ticket's id.") var id: String
  @OptionGroup var message: ChatistMessageOptions
  @OptionGroup var options: ChatistCallOptions

  func validate() throws {
    if id.isEmpty { throw ValidationError("id: found nothing; expected a ticket's id") }
  }

  func run() async throws {
    try await options.reporting(.message(id)) { client in
      let sent = try await client.sendMessage(
        id, SendMessageDto(message: try message.message(), attachments: message.attachments))
      let number = ChatistText.printable(sent.id)
      Console.recordChange("the message \(number) is sent")
      Console.print(
        options.json
          ? try ChatistText.json(sent)
          : "Sent \(number) to \(ChatistText.printable(id))" + message.withAttachments)
    }
  }
}
