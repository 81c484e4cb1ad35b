import SandboxCore

/// Answers in the sportsbook's two forms, the guide's and the live one.
///
/// The live service refers to events and markets of another service, which has the odds; its ids
/// are texts ending in `.1`.
struct SportsbookWire: Sendable {
  let form: WireForm

  private static let images = "https://cms.example/storage"

  /// Returns a promotion as a list element, or as the alert banner.
  func json(_ promotion: SandboxPromotion, at moment: Int64) -> WireJSON {
    switch form {
    case .seed: .object(seedMembers(promotion, at: moment))
    case .live: .object(liveMembers(promotion))
    }
  }

  /// Returns a tipster's pick.
  func json(_ pick: SandboxPick, winRate: Int, seed: UInt64) -> WireJSON {
    let event = pick.event
    guard form == .seed else {
      return .object([
        ("sport_event_id", id(event.id)), ("sport_event_market_id", id(event.marketID)),
        ("image_url", image("choice", pick.id)),
      ])
    }
    return .object([
      ("id", .number(pick.id)), ("title", .text("Expert Pick of the Day")),
      (
        "tipster",
        .object([
          ("id", .number(pick.tipsterID)), ("name", .text(pick.tipsterName(seed: seed))),
          ("win_rate", .digits(ExactText.decimal(Int64(winRate), places: 4))),
          ("avatar", pick.tipster % 3 == 0 ? .null : image("tipster", pick.tipsterID)),
        ])
      ),
      (
        "event",
        .object([
          ("id", .number(event.id)), ("home_team", .text(event.homeName)),
          ("away_team", .text(event.awayName)), ("date_time", instant(event.kickOff)),
        ])
      ),
      (
        "selection",
        .object([
          ("market_name", .text(event.sport.marketName)), ("outcome_name", .text(pick.outcomeName)),
          ("odds", Self.odds(pick.odds)),
        ])
      ),
      ("reasoning", .text("\(event.homeName) at home: “\(pick.outcomeName)” is worth more.")),
    ])
  }

  /// Returns a news article, the same in both forms.
  func json(_ article: SandboxArticle) -> WireJSON {
    .object([
      ("id", .number(article.id)), ("title", .text(article.title)),
      ("subtitle", article.subtitle.map { .text($0) } ?? .null),
      ("content", .text("All that matters about it.")), ("author", .text(article.author)),
      ("published_date", instant(article.publishedAt)), ("status", .text("published")),
      ("image_url", image("news", article.id)),
      ("tags", article.tags.map { .list($0.map { .text($0) }) } ?? .null),
    ])
  }

  /// Formats odds in hundredths, as `2.1`.
  static func odds(_ price: Int) -> WireJSON {
    .digits(ExactText.decimal(Int64(price), places: 2))
  }

  /// Formats a moment in the guide's form, with six decimals.
  func instant(_ micros: Int64) -> WireJSON {
    .text(ExactText.instant(micros, separator: "T") + ".000000Z")
  }

  // MARK: - Implementation

  private typealias Members = [(name: String, value: WireJSON)]

  private func id(_ number: Int) -> WireJSON {
    form == .seed ? .number(number) : .text("\(number).1")
  }

  private func image(_ kind: String, _ id: Int) -> WireJSON {
    .text("\(Self.images)/\(kind)/\(id).png")
  }

  private func seedMembers(_ promotion: SandboxPromotion, at moment: Int64) -> Members {
    let action: Members = [
      ("action_type", .text(promotion.actionType)),
      ("action_target", .text(promotion.actionTarget)),
    ]
    let subtitle: Members = [("subtitle", promotion.subtitle.map { .text($0) } ?? .null)]
    let image =
      promotion.hasImage ? image(promotion.kind.rawValue, promotion.id) : WireJSON.null
    let window: Members = [
      ("start_date", instant(promotion.start)), ("end_date", instant(promotion.end)),
      ("status", .text(promotion.status)), ("image_url", image),
    ]
    let head: Members = [("id", .number(promotion.id)), ("title", .text(promotion.title))]
    switch promotion.kind {
    case .alertBanner:
      let colors: Members = [
        ("content", .text(promotion.content)), ("background_color", .text("#FF5500")),
        ("text_color", .text("#FFFFFF")),
      ]
      return head + colors + action + window
    case .banner: return head + subtitle + action + window
    case .sportBanner: return head + subtitle + window + event(promotion, at: moment)
    case .boostedOdds:
      let odds = promotion.boost.map { $0.odds(at: moment) } ?? (original: 100, boosted: 100)
      let boost: Members = [
        ("original_odd", Self.odds(odds.original)), ("boosted_odd", Self.odds(odds.boosted)),
      ]
      return head + boost + window + event(promotion, at: moment)
    case .heroCard:
      let data: Members = [
        ("event_id", promotion.event.map { .number($0.id) } ?? .null),
        (
          "event_data",
          promotion.id % 3 == 0
            ? .object([]) : promotion.event.map { Self.whole($0, at: moment) } ?? .null
        ),
      ]
      return head + subtitle + action + window + data
    case .story:
      return head + [("content", .text(promotion.content))] + action + window
        + [("duration", .number(promotion.duration))]
    }
  }

  /// Returns a banner's event; for some boosts only the id, as in the guide.
  private func event(_ promotion: SandboxPromotion, at moment: Int64) -> Members {
    guard let event = promotion.event else { return [] }
    let isBare = promotion.kind == .boostedOdds && promotion.id % 3 == 0
    return [
      ("sport_event_id", .number(event.id)),
      ("event", isBare ? .object([("id", .number(event.id))]) : Self.whole(event, at: moment)),
    ]
  }

  private static func whole(_ event: SandboxEvent, at moment: Int64) -> WireJSON {
    let sport = event.sport
    func team(_ team: Int) -> WireJSON {
      .object([
        ("id", .number(sport.teamID(team))), ("name", .text(sport.teams[team])),
        ("logo", .text("\(images)/teams/\(sport.teamID(team)).png")),
      ])
    }
    let outcomes = sport.outcomes.indices.map { outcome in
      WireJSON.object([
        ("id", .number(event.outcomeID(outcome))), ("name", .text(sport.outcomes[outcome])),
        ("price", odds(event.price(outcome, at: moment))),
      ])
    }
    return .object([
      ("id", .number(event.id)), ("sport_id", .number(sport.rawValue)),
      ("home_team_id", .number(sport.teamID(event.home))),
      ("away_team_id", .number(sport.teamID(event.away))),
      ("date_time", .text(ExactText.instant(event.kickOff, separator: "T") + ".000000Z")),
      ("home_team", team(event.home)), ("away_team", team(event.away)),
      (
        "market",
        .object([
          ("id", .number(event.marketID)), ("name", .text(sport.marketName)),
          ("outcomes", .list(outcomes)),
        ])
      ),
    ])
  }

  private func liveMembers(_ promotion: SandboxPromotion) -> Members {
    let eventID = promotion.event.map { id($0.id) } ?? .null
    let marketID = promotion.event.map { id($0.marketID) } ?? .null
    let image = image(promotion.kind.rawValue, promotion.id)
    switch promotion.kind {
    case .sportBanner:
      return [
        ("id", .number(promotion.id)), ("sport_event_id", eventID),
        ("sport_event_market_id", marketID), ("cta_url", .null), ("image_url", image),
      ]
    case .boostedOdds:
      let boosted = promotion.event.map { id($0.marketID + 1) } ?? .null
      return [
        ("id", .number(promotion.id)), ("name", .null), ("title", .null),
        ("sport_event_id", eventID), ("sport_event_market_id", marketID),
        ("sport_event_boosted_market_id", boosted), ("cta_url", .null),
      ]
    case .heroCard:
      return [
        ("id", .number(promotion.id)), ("sport_event_id", eventID),
        ("sport_event_market_ids", .list([marketID])), ("image_url", image),
      ]
    case .alertBanner:
      return liveCommon(promotion, text: promotion.content)
    case .banner:
      return liveCommon(promotion, text: promotion.subtitle) + [
        ("image_url", promotion.hasImage ? image : .null)
      ]
    case .story:
      let media: Members = [
        ("media_type", .text("image")), ("media_url", image), ("icon_url", image),
      ]
      return liveCommon(promotion, text: nil) + media
    }
  }

  private func liveCommon(_ promotion: SandboxPromotion, text: String?) -> Members {
    [
      ("id", .number(promotion.id)), ("client_id", .number(1)), ("title", .text(promotion.title)),
      ("subtitle", text.map { .text($0) } ?? .null), ("cta_text", .null),
      (
        "cta_url",
        promotion.actionType == "event_link" ? .null : .text(promotion.actionTarget)
      ),
      ("platform", .text("all")), ("status", .text(promotion.status)),
      ("start_date", .text(ExactText.instant(promotion.start))),
      ("end_date", .text(ExactText.instant(promotion.end))), ("user_type", .text("all")),
      ("created_at", instant(promotion.start)), ("updated_at", instant(promotion.start)),
    ]
  }
}
