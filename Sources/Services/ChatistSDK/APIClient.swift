/// The seven functions of the support service, each a closure that a program may replace.
///
/// They throw ``APIError`` if the service refuses, `URLError` if there is no answer,
/// `DecodingError` if the answer cannot be read, and ``ChatistError`` if the client itself fails.
public struct APIClient: Sendable {
  /// Gets the branding; nil if the one of the given moment is the latest.
  public var getBranding: @Sendable (UpdatedAt) async throws -> BrandingDto?
  /// Opens a ticket, with or without files.
  public var createTicket: @Sendable (CreateTicketDto, [AttachmentDto]?) async throws -> TicketDto
  /// Gets a ticket with all of its messages.
  public var getTicket: @Sendable (TicketID) async throws -> TicketDto
  /// Gets all tickets, each with its last message.
  public var getTickets: @Sendable () async throws -> [TicketPreviewDto]
  /// Sends a message to a ticket.
  public var sendMessage: @Sendable (TicketID, SendMessageDto) async throws -> MessageDto
  /// Sends new facts about the customer.
  public var updateCustomer: @Sendable (UpdateCustomerDto) async throws -> Void
  /// Sends new facts about the device.
  public var updateDevice: @Sendable (UpdateDeviceDto) async throws -> Void

  /// Makes a client from closures.
  public init(
    getBranding: @escaping @Sendable (UpdatedAt) async throws -> BrandingDto?,
    createTicket:
      @escaping @Sendable (CreateTicketDto, [AttachmentDto]?) async throws -> TicketDto,
    getTicket: @escaping @Sendable (TicketID) async throws -> TicketDto,
    getTickets: @escaping @Sendable () async throws -> [TicketPreviewDto],
    sendMessage: @escaping @Sendable (TicketID, SendMessageDto) async throws -> MessageDto,
    updateCustomer: @escaping @Sendable (UpdateCustomerDto) async throws -> Void,
    updateDevice: @escaping @Sendable (UpdateDeviceDto) async throws -> Void
  ) {
    self.getBranding = getBranding
    self.createTicket = createTicket
    self.getTicket = getTicket
    self.getTickets = getTickets
    self.sendMessage = sendMessage
    self.updateCustomer = updateCustomer
    self.updateDevice = updateDevice
  }
}
