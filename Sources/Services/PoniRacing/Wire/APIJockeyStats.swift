// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation

/// A jockey's runs and wins over some days, by the service's count.
///
/// The service's figures include no prices, so they give no ROI.
public struct APIJockeyStats: Codable, Equatable, Sendable {
  /// The jockey's name; also `name`.
  public var jockey: String
  /// Wins.
  public var wins: Int
  /// Starts; also `rides`, `races` and `runners`.
  public var runs: Int
  /// Wins per hundred starts, computed if missing; also `win_rate`.
  public var win_percentage: Double
  /// The last finishes; empty if the service gives none.
  public var recent_form: [String]
  /// Whether the figures were counted from a day's races, not by the service.
  public var is_derived = false

  private enum CodingKeys: String, CodingKey {
    case jockey, wins, runs, win_percentage, recent_form
  }

  /// Makes figures.
  public init(
    jockey: String, wins: Int, runs: Int, win_percentage: Double, recent_form: [String] = []
  ) {
    self.jockey = jockey
    self.wins = wins
    self.runs = runs
    self.win_percentage = win_percentage
    self.recent_form = recent_form
  }

  /// Reads any known spelling; numbers may be texts.
  ///
  /// - Throws: `DecodingError` without a name, wins or runs.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    jockey = try fields.required("jockey", "name", "jockey_name")
    wins = try fields.count("wins", "won")
    runs = try fields.count("runs", "rides", "races", "runners", "total")
    win_percentage =
      fields.percentage("win_percentage", "win_rate", "win_percent", "percentage")
      ?? (runs > 0 ? 100 * Double(wins) / Double(runs) : 0)
    recent_form = fields.form("recent_form", "form")
  }
}
