import APICore
import Foundation
import SandboxCore

extension ChatistSandbox {
  /// Answers `PUT /customer`: changes the facts that are sent, and leaves the others.
  func updateCustomer(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let form = try ChatForm(request, limit: settings.attachmentLimit)
    if let email = form["email"], !email.contains("@") {
      throw ChatRefusal(422, "The email field must be a valid email address.")
    }
    return try update(
      request, [("email", form["email"]), ("original_id", form["originalId"])])
  }

  /// Answers `PUT /device`.
  func updateDevice(_ request: HTTPRequest) throws(ChatRefusal) -> HTTPResponse {
    let form = try ChatForm(request, limit: settings.attachmentLimit)
    let token = try form.required("deviceToken")
    return try update(
      request, [("device_token", token), ("device_original_id", form["originalId"])])
  }

  // MARK: - Implementation

  private func update(
    _ request: HTTPRequest, _ columns: [(name: String, value: String?)]
  ) throws(ChatRefusal) -> HTTPResponse {
    let asking = customer(of: request)
    return try calling { book, now throws(SandboxError) in
      let customer = try book.addedCustomer(asking)
      for column in columns {
        guard let value = column.value else { continue }
        try book.run("UPDATE customers SET \(column.name) = ? WHERE id = ?", [value, customer])
      }
      try book.run("UPDATE customers SET updated_at = ? WHERE id = ?", [now, customer])
      return HTTPResponse(status: 204)
    }
  }
}
