extension APIClient {
  /// The client with the program's settings; see ``Chatist``.
  public static let shared = APIClient(by: { () throws(ChatistFailure) in try Chatist.service() })

  /// Makes a client of a service.
  public init(_ service: ChatistService) {
    self.init(by: { () throws(ChatistFailure) in service })
  }

  /// Makes a client that gets its service anew for each call.
  private init(by service: @escaping @Sendable () throws(ChatistFailure) -> ChatistService) {
    self.init(
      getBranding: { moment in
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().getBranding(moment)
        }.get()
      },
      createTicket: { data, attachments in
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().createTicket(data, attachments)
        }.get()
      },
      getTicket: { id in
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().getTicket(id)
        }.get()
      },
      getTickets: {
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().getTickets()
        }.get()
      },
      sendMessage: { id, data in
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().sendMessage(id, data)
        }.get()
      },
      updateCustomer: { data in
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().updateCustomer(data)
        }.get()
      },
      updateDevice: { data in
        try await Self.outcome { () async throws(ChatistFailure) in
          try await service().updateDevice(data)
        }.get()
      })
  }

  /// Turns the work's value or error into a result.
  private static func outcome<Value: Sendable>(
    _ work: @Sendable () async throws(ChatistFailure) -> Value
  ) async -> Result<Value, any Error> {
    do throws(ChatistFailure) {
      return .success(try await work())
    } catch {
      return .failure(error.thrown)
    }
  }
}
