import APICore
import Foundation
import SportsbookAPI

/// A request of a fetch of promotions.
struct PromotionsRequest: FeedRequest {
  /// The endpoints, in order; the one with all promotions would only repeat four of them.
  static let endpoints: [SportsbookEndpoint] = [
    .homeTemplate, .alertBanner, .banners, .sportBanners, .boostedOddsBanners, .heroCards,
    .stories, .news, .proChoices,
  ]

  let endpoint: SportsbookEndpoint
  let audience: PromotionAudience

  /// The call to send; the template requires a platform.
  var call: APICall {
    var audience = audience
    if endpoint == .homeTemplate { audience.platform = audience.platform ?? .ios }
    return endpoint.call(for: audience)
  }

  /// The endpoint's last path component.
  var stage: String { String(endpoint.path.split(separator: "/").last ?? "") }

  /// Nil: there is only one journal.
  var journal: String? { nil }

  /// Either form is accepted: the live service wraps lists.
  ///
  /// The alert banner is usually absent; after a 204 in place of another answer, the request is
  /// sent again.
  var rules: AnswerRules {
    AnswerRules(
      form: .either,
      expected: endpoint == .homeTemplate || isAlert ? "a JSON object" : "a JSON list",
      empty: isAlert ? endpoint.empty : [], mayBeAbsent: isAlert, listsOthers: !isAlert)
  }

  /// Checks that the body answers the request, and makes its rows.
  func read(_ body: AnswerBody, into entry: inout JournalEntry) -> BodyFindings {
    do throws(JSONFailure) {
      let rows = try PromotionRows(of: endpoint, body.data)
      return BodyFindings(
        oddities: (rows.rejected + rows.omitted).map { "left out: \($0)" },
        rows: rows.members.map { ($0.name, JSONValue.array($0.rows).json) })
    } catch {
      return BodyFindings(mistake: "\(error)")
    }
  }

  private var isAlert: Bool { endpoint == .alertBanner }
}
