import ChatistSDK
import Foundation

/// The guide's data transfer objects as it prints them.
enum SeedModels {
  struct BrandingDto {
    let primaryLight: String  // Primary color for light mode
    let accentLight: String  // Accent color for light mode
    let chatBackgroundLight: String  // Chat background for light mode
    let fontColorBasicLight: String  // Basic font color for light mode
    // ... additional color properties for light/dark modes
    let logoLight: String?  // Optional logo URL for light mode
    let logoDark: String?  // Optional logo URL for dark mode
    let updatedAt: String  // Last update timestamp
  }

  struct CreateTicketDto {
    let message: String  // Initial message content
    let channel: String  // Channel identifier (e.g., "ios")
    let deviceInfo: DeviceInfoDto  // Device information
  }

  struct TicketDto {
    let id: String  // Unique ticket identifier
    var state: String  // Ticket state (e.g., "open", "closed")
    var assignee: String  // Assigned agent name
    var messages: [MessageDto]  // All messages in the ticket
    var schedules: [ScheduleDto]  // Scheduled actions
  }

  struct MessageDto {
    let id: String  // Unique message identifier
    let ticketId: String  // Parent ticket ID
    let sender: SenderDto  // Message sender information
    let content: String  // Message content
    let isRead: Bool  // Read status
    let timestamp: String  // When the message was sent
    let attachments: [String]?  // Optional attachment URLs
  }

  struct AttachmentDto {
    let name: String  // File name
    let mimeType: String  // MIME type (e.g., "image/png")
    let data: Data  // File data
  }

  struct SendMessageDto {
    let message: String  // Message content
    let attachments: [AttachmentDto]?  // Optional file attachments
  }

  struct UpdateCustomerDto {
    let email: String?  // Optional email update
    let originalId: String?  // Optional original ID update
  }

  struct UpdateDeviceDto {
    let originalId: String?  // Optional device original ID
    let deviceToken: String  // APNs device token
  }

  struct DeviceInfoDto {
    let deviceModel: String  // Device model (e.g., "iPhone14,2")
    let deviceName: String  // Device name (e.g., "John's iPhone")
    let osVersion: String  // iOS version
    let appVersion: String  // App version
    let appBuild: String  // App build number
    let screenWidth: Int  // Screen width in points
    let screenHeight: Int  // Screen height in points
    let batteryLevel: Float  // Battery level (0.0-1.0)
    let batteryState: String  // Battery state description
    let locale: String  // Device locale
    let timezone: String  // Device timezone
  }
}
