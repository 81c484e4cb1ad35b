import APICore
import ArgumentParser
import ChatistSDK
import CommandTools
import Foundation
import HTTPTransport

extension ChatistCallOptions {
  /// The subject of a call, which the message of a failure names.
  enum Subject {
    /// The service in general.
    case service
    /// Reading a ticket.
    case ticket(TicketID)
    /// Opening a ticket.
    case newTicket
    /// A message to a ticket.
    case message(TicketID)

    /// Whether it changes something; then the exit code is 0 once the change is made.
    var isChange: Bool {
      switch self {
      case .service, .ticket: false
      case .newTicket, .message: true
      }
    }
  }

  /// Runs a command's work with a client; prints a failure of the service with advice.
  ///
  /// - Parameters:
  ///   - subject: The subject of the work.
  ///   - work: The work.
  /// - Throws: The exit code, after printing the error.
  func reporting(
    _ subject: Subject = .service, _ work: (ChatistService) async throws -> Void
  ) async throws {
    try await reportingErrors {
      do {
        try await work(try client())
        if !subject.isChange { try LeftOut.check() }
      } catch let error as ChatistFailure {
        Console.fail("chatist: \(Self.text(error, subject))")
        Console.hints(Self.advice(error, subject))
        throw error.isUnreadable ? ExitCode.unreadable : ExitCode(1)
      }
    }
  }

  // MARK: - Implementation

  private func client() throws -> ChatistService {
    var settings: ChatistServiceSettings
    do {
      settings = try service.settings()
    } catch let error as ChatistError {
      throw ChatistFailure.unsent(error)
    }
    settings.retries.attempts = attempts
    return ChatistService(
      settings,
      surroundings: ChatistSurroundings(
        transport: AsyncHTTPTransport(), log: log.logger(ChatistService.api),
        reject: log.leftOut(ChatistService.api), waits: log.waiting(ChatistService.api)))
  }

  private static func text(_ failure: ChatistFailure, _ subject: Subject) -> String {
    switch (failure, subject) {
    case (.unsent(.noKey), _):
      "API key: found none; expected CHATIST_API_KEY in the environment or in a file of credentials"
    case (.refused(.notFound, let refusal), .ticket(let id)),
      (.refused(.notFound, let refusal), .message(let id)):
      "\(ChatistText.printable(id)): found no such ticket; expected one of the customer's"
        + (refusal?.remark ?? "")
    default: "\(failure)"
    }
  }

  private static func advice(_ failure: ChatistFailure, _ subject: Subject) -> [String] {
    switch (failure, subject) {
    case (.refused(.unauthorized, _), _):
      ["the key comes from CHATIST_API_KEY, or from a file of such lines (--credentials FILE)"]
    case (.refused(.notFound, _), .ticket), (.refused(.notFound, _), .message):
      ["set the customer by --customer ID, or by customerID in the configuration file"]
    case (let error, .newTicket) where error.mayHaveArrived:
      [
        "the ticket may be there; before you send it again: railbird chatist tickets"
      ]
    case (let error, .message(let id)) where error.mayHaveArrived:
      [
        "the message may be there; before you send it again: railbird chatist show "
          + ChatistText.printable(id)
      ]
    default: []
    }
  }
}

extension ChatistFailure {
  /// Whether the service may have received the request anyway.
  fileprivate var mayHaveArrived: Bool {
    switch self {
    case .network(let error): ![.cannotFindHost, .cannotConnectToHost].contains(error.code)
    case .unreadable: true
    case .refused, .unsent, .other: false
    }
  }

  /// Whether there was an answer that cannot be read.
  fileprivate var isUnreadable: Bool {
    switch self {
    case .unreadable: true
    case .network(let error): error.code == .cannotParseResponse
    case .refused, .unsent, .other: false
    }
  }
}
