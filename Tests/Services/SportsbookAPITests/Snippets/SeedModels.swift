import Foundation
import SportsbookAPI

/// The guide's own models, as it prints them; `SportEvent`, which it does not define, is the
/// module's.
enum SeedModels {
  struct HomeTemplate: Codable {
    let id: Int
    let clientId: Int
    let title: String
    let platform: String
    let sections: [TemplateSection]
    let createdAt: Date
    let updatedAt: Date

    enum CodingKeys: String, CodingKey {
      case id, title, platform, sections
      case clientId = "client_id"
      case createdAt = "created_at"
      case updatedAt = "updated_at"
    }
  }

  struct TemplateSection: Codable {
    let type: String
    let title: String
    let source: String
  }

  struct AlertBanner: Codable {
    let id: Int
    let title: String
    let content: String
    let backgroundColor: String
    let textColor: String
    let actionType: String
    let actionTarget: String
    let startDate: Date
    let endDate: Date
    let status: String
    let imageUrl: String?

    enum CodingKeys: String, CodingKey {
      case id, title, content, status
      case backgroundColor = "background_color"
      case textColor = "text_color"
      case actionType = "action_type"
      case actionTarget = "action_target"
      case startDate = "start_date"
      case endDate = "end_date"
      case imageUrl = "image_url"
    }
  }

  struct Banner: Codable {
    let id: Int
    let title: String
    let subtitle: String?
    let actionType: String
    let actionTarget: String
    let startDate: Date
    let endDate: Date
    let status: String
    let imageUrl: String?

    enum CodingKeys: String, CodingKey {
      case id, title, subtitle, status
      case actionType = "action_type"
      case actionTarget = "action_target"
      case startDate = "start_date"
      case endDate = "end_date"
      case imageUrl = "image_url"
    }
  }

  struct SportBanner: Codable {
    let id: Int
    let title: String
    let subtitle: String?
    let startDate: Date
    let endDate: Date
    let status: String
    let imageUrl: String?
    let sportEventId: Int
    let event: SportEvent?

    enum CodingKeys: String, CodingKey {
      case id, title, subtitle, status, event
      case startDate = "start_date"
      case endDate = "end_date"
      case imageUrl = "image_url"
      case sportEventId = "sport_event_id"
    }
  }

  struct Story: Codable {
    let id: Int
    let title: String
    let content: String
    let actionType: String
    let actionTarget: String
    let startDate: Date
    let endDate: Date
    let status: String
    let imageUrl: String?
    let duration: Int

    enum CodingKeys: String, CodingKey {
      case id, title, content, status, duration
      case actionType = "action_type"
      case actionTarget = "action_target"
      case startDate = "start_date"
      case endDate = "end_date"
      case imageUrl = "image_url"
    }
  }

  struct NewsItem: Codable {
    let id: Int
    let title: String
    let subtitle: String?
    let content: String
    let author: String
    let publishedDate: Date
    let status: String
    let imageUrl: String?
    let tags: [String]?

    enum CodingKeys: String, CodingKey {
      case id, title, subtitle, content, author, status, tags
      case publishedDate = "published_date"
      case imageUrl = "image_url"
    }
  }

  struct ProChoice: Codable {
    let id: Int
    let title: String
    let tipster: Tipster
    let event: EventSummary
    let selection: Selection
    let reasoning: String

    struct Tipster: Codable {
      let id: Int
      let name: String
      let winRate: Double
      let avatar: String?

      enum CodingKeys: String, CodingKey {
        case id, name, avatar
        case winRate = "win_rate"
      }
    }

    struct EventSummary: Codable {
      let id: Int
      let homeTeam: String
      let awayTeam: String
      let dateTime: Date

      enum CodingKeys: String, CodingKey {
        case id
        case homeTeam = "home_team"
        case awayTeam = "away_team"
        case dateTime = "date_time"
      }
    }

    struct Selection: Codable {
      let marketName: String
      let outcomeName: String
      let odds: Double

      enum CodingKeys: String, CodingKey {
        case marketName = "market_name"
        case outcomeName = "outcome_name"
        case odds
      }
    }
  }
}
