import Columns

/// A promotion of any kind except news, shown for a limited time.
struct SandboxPromotion: Sendable {
  /// The kinds, by the names of their endpoints.
  enum Kind: String, CaseIterable, Sendable {
    case alertBanner = "alert-banner"
    case banner = "banners"
    case sportBanner = "sport-banners"
    case boostedOdds = "boosted-odds-banners"
    case heroCard = "hero-cards"
    case story = "stories"
  }

  let kind: Kind
  let id: Int
  let title: String
  var subtitle: String?
  var content = ""
  var actionType = ""
  var actionTarget = ""
  var status = "published"
  let start: Int64
  let end: Int64
  var hasImage = true
  var duration = 0
  var event: SandboxEvent?
  var boost: SandboxBoost?

  /// Whether it is shown at a moment.
  func isActive(at moment: Int64) -> Bool {
    status == "published" && (start...end).contains(moment)
  }
}

/// A news article.
struct SandboxArticle: Sendable {
  let id: Int
  let title: String
  let subtitle: String?
  let author: String
  let publishedAt: Int64
  let tags: [String]?
}
