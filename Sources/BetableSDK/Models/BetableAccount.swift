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

/// The player's balances; economies are separate and never added.
public struct BetableWallet: Equatable, Sendable {
  /// The balance of one economy.
  public struct Balance: Equatable, Sendable {
    /// `real` or `sandbox`.
    public let economy: String
    /// The currency, such as `GBP`.
    public let currency: String
    /// The amount.
    public let balance: BetAmount
    /// Credits by game; empty if the service named none.
    public let credits: [String: BetAmount]
  }

  /// The balances, ordered by economy name.
  public let balances: [Balance]
  /// The whole answer.
  public let response: JSONValue

  /// Real money; nil if the service names none.
  public var real: Balance? { balances.first { $0.economy == "real" } }

  /// Play money; nil if the service names none.
  public var sandbox: Balance? { balances.first { $0.economy == "sandbox" } }

  /// Reads a wallet.
  ///
  /// - Parameter response: The answer's body.
  /// - Throws: `JSONFailure` if it names no balance, or a balance without currency.
  public init(_ response: JSONValue) throws(JSONFailure) {
    guard case .object(let members) = response else {
      throw JSONFailure(reason: "found no object; expected a wallet")
    }
    var balances: [Balance] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let amount = value["balance"] else { continue }
      var credits: [String: BetAmount] = [:]
      if case .object(let games)? = value["credits"] {
        for (game, credit) in games {
          credits[game] = try BetResult.amount(credit, "\(name).credits.\(game)")
        }
      }
      guard let currency = value["currency"]?.text else {
        throw JSONFailure(path: "\(name).currency", reason: "found nothing; expected a currency")
      }
      balances.append(
        Balance(
          economy: value["economy"]?.text ?? name, currency: currency,
          balance: try BetResult.amount(amount, "\(name).balance"), credits: credits))
    }
    guard !balances.isEmpty else {
      throw JSONFailure(reason: "found no balance; expected real, sandbox or both")
    }
    self.balances = balances
    self.response = response
  }
}
