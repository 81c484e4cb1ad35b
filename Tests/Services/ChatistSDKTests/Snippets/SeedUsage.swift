import ChatistSDK
import Foundation

/// The guide's usage examples as it prints them, in an app that keeps what they print.
final class SeedUsage {
  var printed: [String] = []
  var primaryColor = Color(hex: "")
  var backgroundColor = Color(hex: "")

  private func print(_ text: String) { printed.append(text) }

  func getBranding() async {
    do {
      // Get latest branding
      let branding = try await APIClient.shared.getBranding(nil)

      // Check for updates since specific date
      let updatedBranding = try await APIClient.shared.getBranding("2025-01-01 12:00:00")

      if let branding = branding {
        // Apply branding colors
        primaryColor = Color(hex: branding.primaryLight)
        backgroundColor = Color(hex: branding.chatBackgroundLight)
      }
      _ = updatedBranding
    } catch {
      print("Failed to fetch branding: \(error)")
    }
  }

  func createTicket() async {
    do {
      // Create device info
      let deviceInfo = DeviceInfoDto(
        deviceModel: UIDevice.current.model,
        deviceName: UIDevice.current.name,
        osVersion: UIDevice.current.systemVersion,
        appVersion: "1.0.0",
        appBuild: "100",
        screenWidth: Int(UIScreen.main.bounds.width),
        screenHeight: Int(UIScreen.main.bounds.height),
        batteryLevel: UIDevice.current.batteryLevel,
        batteryState: "charging",
        locale: Locale.current.identifier,
        timezone: TimeZone.current.identifier
      )

      // Create ticket data
      let ticketData = CreateTicketDto(
        message: "I need help with my account",
        channel: "ios",
        deviceInfo: deviceInfo
      )

      // Optional: Add attachments
      let imageData = UIImage(named: "screenshot")?.pngData()
      let attachments = imageData.map {
        [
          AttachmentDto(
            name: "screenshot.png",
            mimeType: "image/png",
            data: $0
          )
        ]
      }

      let ticket = try await APIClient.shared.createTicket(ticketData, attachments)
      print("Created ticket with ID: \(ticket.id)")

    } catch {
      print("Failed to create ticket: \(error)")
    }
  }

  func getTicket() async {
    do {
      let ticket = try await APIClient.shared.getTicket("ticket_123")

      print("Ticket state: \(ticket.state)")
      print("Assigned to: \(ticket.assignee)")
      print("Message count: \(ticket.messages.count)")

      // Display messages
      for message in ticket.messages {
        print("\(message.sender.name): \(message.content)")
      }

    } catch {
      print("Failed to fetch ticket: \(error)")
    }
  }

  func getTickets() async {
    do {
      let tickets = try await APIClient.shared.getTickets()

      for ticketPreview in tickets {
        print("Ticket \(ticketPreview.id): \(ticketPreview.state)")
        print("Last message: \(ticketPreview.lastMessage.content)")
      }

    } catch {
      print("Failed to fetch tickets: \(error)")
    }
  }

  func sendMessage() async {
    do {
      // Send a simple text message
      let messageData = SendMessageDto(message: "Thank you for your help!")
      let message = try await APIClient.shared.sendMessage("ticket_123", messageData)
      _ = message

      // Send message with attachments
      let imageData = UIImage(named: "screenshot")?.jpegData(compressionQuality: 0.8)
      let attachments = imageData.map {
        [
          AttachmentDto(
            name: "screenshot.jpg",
            mimeType: "image/jpeg",
            data: $0
          )
        ]
      }

      let messageWithAttachment = SendMessageDto(
        message: "Here's a screenshot of the issue",
        attachments: attachments
      )

      let sentMessage = try await APIClient.shared.sendMessage("ticket_123", messageWithAttachment)
      print("Message sent with ID: \(sentMessage.id)")

    } catch {
      print("Failed to send message: \(error)")
    }
  }

  func updateCustomer() async {
    do {
      let customerUpdate = UpdateCustomerDto(
        email: "newemail@example.com",
        originalId: "user_12345"
      )

      try await APIClient.shared.updateCustomer(customerUpdate)
      print("Customer information updated successfully")

    } catch {
      print("Failed to update customer: \(error)")
    }
  }

  func updateDevice() async {
    do {
      let deviceUpdate = UpdateDeviceDto(
        originalId: "device_67890",
        deviceToken: "apns_token_string"
      )

      try await APIClient.shared.updateDevice(deviceUpdate)
      print("Device information updated successfully")

    } catch {
      print("Failed to update device: \(error)")
    }
  }

  func handleErrors() async {
    do {
      let ticket = try await APIClient.shared.getTicket("ticket_123")
      // Handle success
      _ = ticket
    } catch let error as APIError {
      switch error {
      case .unauthorized:
        // Handle authentication error
        print("API key is invalid or expired")
      case .notFound:
        // Handle not found error
        print("Ticket not found")
      case .serverError(let message):
        // Handle server error
        print("Server error: \(message)")
      }
    } catch {
      // Handle other errors
      print("Unexpected error: \(error)")
    }
  }
}
