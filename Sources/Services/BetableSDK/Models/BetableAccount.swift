import APICore

/// The player's account.
public struct BetableAccount: Equatable, Sendable {
  /// The player's id.
  public let id: String
  /// The first name; nil if the service omits it.
  public let firstName: String?
  /// The last name; nil if the service omits it.
  public let lastName: String?
  /// The whole answer.
  public let response: JSONValue

  init(_ response: JSONValue) throws(JSONFailure) {
    guard let id = response["id"]?.text, !id.isEmpty else {
      throw JSONFailure(path: "id", reason: "found nothing; expected the player's id")
    }
    self.id = id
    firstName = response["first_name"]?.text
    lastName = response["last_name"]?.text
    self.response = response
  }
}
