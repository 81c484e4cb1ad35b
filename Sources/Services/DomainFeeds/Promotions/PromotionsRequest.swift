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

  /// Whether its answer is an object: for the template and the alert banner.
  var wantsObject: Bool { endpoint == .homeTemplate || isAlert }

  /// Whether either form is accepted: the live service wraps lists.
  var takesEitherForm: Bool { true }

  /// The alert banner is usually absent; after a 204 in place of another answer, the request is
  /// sent again.
  var empty: EmptyForms { isAlert ? endpoint.empty : [] }
  var mayBeAbsent: Bool { isAlert }

  /// Whether the run fails if none of these requests is readable: all except the alert banner,
  /// which may be absent.
  var tellsOfOthers: Bool { !isAlert }

  /// Checks that the body answers the request, and makes its rows.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings {
    do throws(JSONFailure) {
      let rows = try PromotionRows(of: endpoint, body)
      return BodyFindings(
        oddities: (rows.rejected + rows.omitted).map { "left out: \($0)" },
        rows: rows.members.map { ($0.name, JSONValue.array($0.rows).json) })
    } catch {
      return BodyFindings(mistake: "\(error)")
    }
  }

  private var isAlert: Bool { endpoint == .alertBanner }
}
