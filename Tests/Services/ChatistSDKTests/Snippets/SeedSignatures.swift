import ChatistSDK

/// The guide's seven signatures as it prints them.
struct SeedSignatures {
  var getBranding: (UpdatedAt) async throws -> BrandingDto?
  var createTicket: (CreateTicketDto, [AttachmentDto]?) async throws -> TicketDto
  var getTicket: (TicketID) async throws -> TicketDto
  var getTickets: () async throws -> [TicketPreviewDto]
  var sendMessage: (TicketID, SendMessageDto) async throws -> MessageDto
  var updateCustomer: (UpdateCustomerDto) async throws -> Void
  var updateDevice: (UpdateDeviceDto) async throws -> Void

  init(_ client: APIClient) {
    getBranding = client.getBranding
    createTicket = client.createTicket
    getTicket = client.getTicket
    getTickets = client.getTickets
    sendMessage = client.sendMessage
    updateCustomer = client.updateCustomer
    updateDevice = client.updateDevice
  }
}
