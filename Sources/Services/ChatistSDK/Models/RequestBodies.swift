/// A new ticket.
public struct CreateTicketDto: Encodable, Equatable, Sendable {
  /// The first message.
  public let message: String
  /// The customer's channel, such as `ios` or `linux`.
  public let channel: String
  /// The customer's device.
  public let deviceInfo: DeviceInfoDto

  /// Describes a new ticket.
  public init(message: String, channel: String = "linux", deviceInfo: DeviceInfoDto) {
    self.message = message
    self.channel = channel
    self.deviceInfo = deviceInfo
  }
}

/// A new message.
public struct SendMessageDto: Encodable, Equatable, Sendable {
  /// The text.
  public let message: String
  /// The files to attach; nil for none.
  public let attachments: [AttachmentDto]?

  /// The members of the body; files are sent as separate parts.
  private enum CodingKeys: CodingKey { case message }

  /// Describes a new message.
  public init(message: String, attachments: [AttachmentDto]? = nil) {
    self.message = message
    self.attachments = attachments
  }
}

/// New facts about the customer; nil leaves a fact unchanged.
public struct UpdateCustomerDto: Encodable, Equatable, Sendable {
  /// The e-mail address.
  public let email: String?
  /// The customer's id in the app's own system.
  public let originalId: String?

  /// Describes a change.
  public init(email: String? = nil, originalId: String? = nil) {
    self.email = email
    self.originalId = originalId
  }
}

/// New facts about the device.
public struct UpdateDeviceDto: Encodable, Equatable, Sendable {
  /// The device's id in the app's own system; nil leaves it unchanged.
  public let originalId: String?
  /// The token for push notifications.
  public let deviceToken: String

  /// Describes a change.
  public init(originalId: String? = nil, deviceToken: String) {
    self.originalId = originalId
    self.deviceToken = deviceToken
  }
}
