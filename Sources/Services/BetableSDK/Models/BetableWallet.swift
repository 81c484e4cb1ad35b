import APICore

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
  /// The balances and credits that cannot be read, with reasons.
  public let rejected: [JSONFailure]

  /// Real money; nil if the service names none.
  public var real: Balance? { balances.first { $0.economy == "real" } }

  /// Play money; nil if the service names none.
  public var sandbox: Balance? { balances.first { $0.economy == "sandbox" } }

  /// Reads a wallet; a balance or a credit that cannot be read is left out, and null is none.
  ///
  /// - Parameter response: The answer's body.
  /// - Throws: `JSONFailure` if it names no balance that can be read.
  public init(_ response: JSONValue) throws(JSONFailure) {
    guard case .object(let members) = response else {
      throw JSONFailure(reason: "found no object; expected a wallet")
    }
    var balances: [Balance] = []
    var rejected: [JSONFailure] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let amount = value["balance"], amount != .null else {
        if Self.economies.contains(name), value != .null, value["balance"] == nil {
          rejected.append(
            JSONFailure(
              path: name,
              reason: "found \(value.json.prefix(40)); expected an object with a balance"))
        }
        continue
      }
      do throws(JSONFailure) {
        balances.append(try Self.balance(amount, value, name, &rejected))
      } catch {
        rejected.append(error)
      }
    }
    guard !balances.isEmpty else {
      throw rejected.first
        ?? JSONFailure(reason: "found no balance; expected real, sandbox or both")
    }
    self.balances = balances
    self.response = response
    self.rejected = rejected
  }

  // MARK: - Implementation

  private static let economies: Set = ["real", "sandbox"]

  private static func balance(
    _ amount: JSONValue, _ value: JSONValue, _ name: String, _ rejected: inout [JSONFailure]
  ) throws(JSONFailure) -> Balance {
    guard let currency = value["currency"]?.text else {
      throw JSONFailure(path: "\(name).currency", reason: "found nothing; expected a currency")
    }
    let balance = try BetResult.amount(amount, "\(name).balance")
    let credits = BetResult.members(of: value["credits"], "\(name).credits", &rejected) {
      credit, path throws(JSONFailure) in try BetResult.amount(credit, path)
    }
    return Balance(
      economy: value["economy"]?.text ?? name, currency: currency, balance: balance,
      credits: credits)
  }
}
