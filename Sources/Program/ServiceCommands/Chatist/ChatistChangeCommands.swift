import ArgumentParser
import ChatistSDK
import CommandTools
import Foundation

struct ChatistCustomerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "customer", abstract: "Changes the customer's e-mail address or id.",
    discussion: """
      What is left out stays as it is.

      Examples:
        railbird chatist customer --email user@mail.example --customer customer-1
        railbird chatist customer --original-id user_12345 --customer customer-1 \\
          --json
      """)

  @Option(name: .long, help: ArgumentHelp("The e-mail address.", valueName: "address"))
  var email: String?

  @Option(
    name: .long, help: ArgumentHelp("The customer's id in the app's own system.", valueName: "id"))
  var originalID: String?

  @OptionGroup var options: ChatistCallOptions

  func validate() throws {
    guard email != nil || originalID != nil else {
      throw ValidationError("customer: found no change; expected --email or --original-id")
    }
  }

  func run() async throws {
    let change = UpdateCustomerDto(email: email, originalId: originalID)
    try await options.reporting { client in
      try await client.updateCustomer(change)
      Console.recordChange("the customer is changed")
      Console.print(options.json ? #"{"updated":true}"# : "Changed the customer")
    }
  }
}

struct ChatistDeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Sends the device's token for push notifications.",
    discussion: """
      Examples:
        railbird chatist device --token apns_token --customer customer-1
        railbird chatist device --token - < token.txt
        railbird chatist device --token apns_token --original-id device_67890 --json
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The token for push notifications, or - for the line on standard input: other programs see "
        + "arguments.", valueName: "token"))
  var token: String

  @Option(
    name: .long, help: ArgumentHelp("The device's id in the app's own system.", valueName: "id"))
  var originalID: String?

  @OptionGroup var options: ChatistCallOptions

  func validate() throws {
    guard !token.isEmpty else {
      throw ValidationError("--token: found nothing; expected a token for push notifications")
    }
  }

  func run() async throws {
    let given = token == "-" ? readLine()?.trimmingCharacters(in: .whitespaces) ?? "" : token
    guard !given.isEmpty else {
      throw ValidationError("--token: found no line on standard input; expected a token")
    }
    let change = UpdateDeviceDto(originalId: originalID, deviceToken: given)
    try await options.reporting { client in
      try await client.updateDevice(change)
      Console.recordChange("the device is changed")
      Console.print(options.json ? #"{"updated":true}"# : "Changed the device")
    }
  }
}
