import APICore
import Columns
import CommandTools
import Foundation
import SportsbookAPI

/// Promotions as lines of text, or JSON.
enum SportsbookText {
  /// Returns a value as one line of JSON.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONLines.encoder.encode(value), as: UTF8.self)
  }

  /// Prints a content as lines, or as the JSON of its endpoint; prints `nothing` if there are no
  /// lines.
  static func print(_ content: SectionContent, json: Bool, nothing: String) throws {
    if json { return Console.print(try self.json(SectionItems(content))) }
    let lines = lines(content)
    Console.print(lines.isEmpty ? nothing : lines.joined(separator: "\n"))
  }

  /// Returns a content's elements, one or two lines each, without terminal commands.
  static func lines(_ content: SectionContent) -> [String] {
    let lines: [[String?]] =
      switch content {
      case .allPromotions(let all):
        (all.bannerAlert.map { [line($0)] } ?? []) + all.banners.map(line)
          + all.sportBanners.map(line) + all.stories.map(line)
          + all.campaigns.map { [$0.title, $0.slug] }
      case .alertBanner(let banner): banner.map { [line($0)] } ?? []
      case .banners(let list): list.map(line)
      case .sportBanners(let list): list.map(line)
      case .boostedOddsBanners(let list): list.map(line)
      case .heroCards(let list): list.map(line)
      case .stories(let list): list.map(line)
      case .news(let list): list.map(line)
      case .proChoices(let list, let pointers): list.map(line) + pointers.map(line)
      }
    return lines.map { parts in
      DisplayWidth.printable(
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  "))
    }
  }

  // MARK: - Implementation

  private static func line(_ banner: AlertBanner) -> [String?] {
    ["! " + head(banner.title, banner.content), target(banner)]
  }

  private static func line(_ banner: Banner) -> [String?] {
    [head(banner.title, banner.subtitle), target(banner)]
  }

  private static func line(_ banner: SportBanner) -> [String?] {
    [
      head(banner.title, banner.subtitle), banner.event?.dateTime.map(moment),
      banner.event?.market.map(prices),
      banner.event == nil ? pointer(banner.sportEventId, [banner.marketId]) : nil,
    ]
  }

  private static func line(_ banner: BoostedOddsBanner) -> [String?] {
    var odds: String?
    if let original = banner.originalOdd, let boosted = banner.boostedOdd {
      odds = "\(original) → \(boosted)"
    }
    return [
      banner.title, odds, banner.uplift.map { "(+\(percent($0)))" },
      odds == nil ? pointer(banner.sportEventId, [banner.marketId, banner.boostedMarketId]) : nil,
      banner.endDate == .distantFuture ? nil : "until " + moment(banner.endDate),
    ]
  }

  private static func line(_ card: HeroCard) -> [String?] {
    [
      head(card.title, card.subtitle), target(card),
      card.action == nil ? card.eventId.map { pointer($0, card.marketIds) } : nil,
    ]
  }

  private static func line(_ story: Story) -> [String?] {
    [
      head(story.title, story.content), story.duration > 0 ? "\(story.duration) s" : nil,
      story.media?.url, target(story),
    ]
  }

  private static func line(_ item: NewsItem) -> [String?] {
    [
      item.publishedDate == .distantPast ? nil : moment(item.publishedDate),
      head(item.title, item.subtitle), item.author,
      item.tags.flatMap { $0.isEmpty ? nil : "[\($0.joined(separator: ", "))]" },
    ]
  }

  private static func line(_ choice: ProChoice) -> [String?] {
    let (tipster, event, bet) = (choice.tipster, choice.event, choice.selection)
    return [
      "\(tipster.name) (\(percent(tipster.winRate)))", "\(event.homeTeam) – \(event.awayTeam)",
      moment(event.dateTime), "\(bet.marketName): \(bet.outcomeName) at \(bet.odds)",
      choice.reasoning,
    ]
  }

  private static func line(_ pointer: ProChoicePointer) -> [String?] {
    [Self.pointer(pointer.sportEventId, [pointer.sportEventMarketId])]
  }

  private static func head(_ title: String, _ second: String?) -> String {
    [title, second ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
  }

  private static func pointer(_ event: ServiceID, _ markets: [ServiceID?]) -> String {
    (["event \(event)"] + markets.compactMap { $0 }.map { "market \($0)" }).joined(separator: ", ")
  }

  private static func prices(_ market: SportEvent.Market) -> String {
    market.outcomes.map { "\($0.name) \($0.price)" }.joined(separator: "  ")
  }

  private static func target(_ promotion: some LinkedPromotion) -> String? {
    switch promotion.action {
    case nil: nil
    case .internalLink(let path): "→ \(path)"
    case .externalLink(let url): "→ \(url.absoluteString)"
    case .eventLink(let event): "→ event \(event)"
    case .other(let type, let target): "→ \(type) \(target)"
    }
  }

  private static func moment(_ date: Date) -> String {
    Moment.text(APIDate(date).micros, separator: " ").dropLast(3) + " UTC"
  }

  /// Formats a fraction as a percentage with one decimal.
  private static func percent(_ fraction: Double) -> String {
    let tenths = Int((fraction * 1_000).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) %"
  }
}

/// The elements of a section in the JSON of its endpoint.
struct SectionItems: Encodable {
  private let content: SectionContent

  init(_ content: SectionContent) { self.content = content }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch content {
    case .allPromotions(let all): try value.encode(all)
    case .alertBanner(let banner): try value.encode(banner)
    case .banners(let list): try value.encode(list)
    case .sportBanners(let list): try value.encode(list)
    case .boostedOddsBanners(let list): try value.encode(list)
    case .heroCards(let list): try value.encode(list)
    case .stories(let list): try value.encode(list)
    case .news(let list): try value.encode(list)
    case .proChoices(let list, let pointers):
      if pointers.isEmpty { try value.encode(list) } else { try value.encode(pointers) }
    }
  }
}
