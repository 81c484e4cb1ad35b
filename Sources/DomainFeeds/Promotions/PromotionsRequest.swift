import APICore
import Foundation
import SportsbookAPI

/// A request that a fetch of promotions sends.
struct PromotionsRequest: FeedRequest {
  /// What is asked, in order; the answer with all promotions would repeat four of them.
  static let endpoints: [SportsbookEndpoint] = [
    .homeTemplate, .alertBanner, .banners, .sportBanners, .boostedOddsBanners, .heroCards,
    .stories, .news, .proChoices,
  ]

  let endpoint: SportsbookEndpoint
  let audience: PromotionAudience

  /// What is sent; the service wants a platform with the template.
  var call: APICall {
    var audience = audience
    if endpoint == .homeTemplate { audience.platform = audience.platform ?? .ios }
    return endpoint.call(for: audience)
  }

  /// The endpoint's last word.
  var stage: String { String(endpoint.path.split(separator: "/").last ?? "") }

  /// The only one.
  var journal: String? { nil }

  /// Of the template and the alert banner.
  var wantsObject: Bool { endpoint == .homeTemplate || isAlert }

  /// The live service wraps lists.
  var takesEitherForm: Bool { true }

  /// Of the alert banner, which is not there most of the time.
  var mayBeNone: Bool { isAlert }
  var takesNoBodyForNone: Bool { isAlert }
  var takesEmptyListForNone: Bool { isAlert }
  var mayBeAbsent: Bool { isAlert }

  /// All but the alert banner, of which there may be nothing to read.
  var tellsOfOthers: Bool { !isAlert }

  /// Of what should be an answer, that it is one, and its rows.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings {
    do throws(JSONFailure) {
      let rows = try PromotionRows(of: endpoint, body)
      return BodyFindings(
        oddities: rows.rejected.map { "left out: \($0)" },
        rows: rows.members.map { ($0.name, JSONValue.array($0.rows).json) })
    } catch {
      return BodyFindings(mistake: "\(error)")
    }
  }

  private var isAlert: Bool { endpoint == .alertBanner }
}
