import APICore
import Foundation

/// The API's addresses, and operators' games.
extension Betable {
  /// Returns the address for tokens.
  public func getTokenURL() -> String { settings.apiURL.absoluteString + "/token" }

  /// Returns the address for bets on a game.
  public func getBetURL(_ gameID: String) -> String {
    settings.apiURL.absoluteString + OutgoingBet.path(.backed, gameID, nil)
  }

  /// Returns the address of the wallet.
  public func getWalletURL() -> String { settings.apiURL.absoluteString + "/account/wallet" }

  /// Returns the address of the account.
  public func getAccountURL() -> String { settings.apiURL.absoluteString + "/account" }

  /// Finds an operator's game and its page.
  ///
  /// - Parameters:
  ///   - slug: The game's name in addresses.
  ///   - currency: The currency, such as `GBP`; nil for an unbacked game.
  ///   - economy: `real` or `sandbox`; nil for the environment's.
  /// - Returns: The game.
  /// - Throws: ``BetableError``.
  public func game(
    slug: String, currency: String?, economy: String? = nil
  ) async throws(BetableError) -> GameManifest {
    var query = [
      URLQueryItem(name: "type", value: "mobile"), URLQueryItem(name: "sdk", value: "true"),
    ]
    if let currency {
      query += [
        URLQueryItem(name: "economy", value: economy ?? settings.environment.economy),
        URLQueryItem(name: "currency", value: currency),
      ]
    } else {
      query.append(URLQueryItem(name: "unbacked", value: "true"))
    }
    let call = APICall(
      endpoint: "/application_manifests/slug/{slug}/play",
      path: "/application_manifests/slug/\(PercentEncoding.part(slug))/play", query: query)
    let response = try await ask(call)
    let manifest = try read(response, of: call) { json throws(JSONFailure) in json }
    // The page's path may already name the session; add it only once.
    guard let path = (try? JSONValue(parsing: response.body))?["url"]?.text else {
      throw .unreadable("\(call), url: found nothing; expected the path of the game's page")
    }
    var place = DecoratedURL(try webPlace(of: path))
    // The page's path already names the client; a second client id makes the page fail.
    place.add([("session_id", sessionOrNone), ("link_back_to_game", "true")])
    return GameManifest(url: try place.url(), response: manifest)
  }

  /// Shows an operator's game.
  ///
  /// - Parameters:
  ///   - slug: The game's name in addresses.
  ///   - currency: The currency, such as `GBP`; nil for an unbacked game.
  ///   - economy: `real` or `sandbox`; nil for the environment's.
  ///   - presenter: Shows the page.
  ///   - onClose: Called when the page has closed.
  /// - Throws: ``BetableError``.
  public func openGame(
    _ slug: String, currency: String?, economy: String? = nil, in presenter: any WebPresenter,
    onClose: @escaping BetableCancelHandler = {}
  ) async throws(BetableError) {
    let manifest = try await game(slug: slug, currency: currency, economy: economy)
    await presenter.present(
      WebPage(kind: .game, url: manifest.url, screen: nil),
      onClose: CallOnce(onClose).callAsFunction)
  }
}

/// An operator's game.
public struct GameManifest: Equatable, Sendable {
  /// The game's page, with the session.
  public let url: URL
  /// The whole answer.
  public let response: JSONValue
}

extension GameManifest: CustomStringConvertible, CustomReflectable {
  /// Host and path of the page; never the session.
  public var description: String { "game: \(url.host() ?? "?")\(url.path())" }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["page": description]) }
}
