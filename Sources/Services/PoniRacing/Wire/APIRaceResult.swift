// swift-format-ignore-file: AlwaysUseLowerCamelCase
import APICore
import Racing

/// A finished race, or one horse's run in it.
///
/// `/results` lists races, without runners in the live service; `/horse-stats/{id}` lists one
/// horse's runs. A value that the service omits is nil.
public struct APIRaceResult: Codable, Equatable, Sendable {
  /// The race's id; also `id_race`.
  public var race_id: String?
  /// The race's name; also `title` and `race`.
  public var race_name: String?
  /// The course.
  public var course: String?
  /// The off time; also `date`.
  public var race_time: String?
  /// The distance.
  public var distance: String?
  /// The horse's id; also `id_horse`.
  public var horse_id: String?
  /// The horse's name.
  public var horse: String?
  /// The jockey.
  public var jockey: String?
  /// The trainer.
  public var trainer: String?
  /// The finishing position, from 1; nil if the horse was not placed.
  public var position: Int?
  /// The position as text, such as `2/9` or `PU`.
  public var position_text: String?
  /// The price as text; also `sp` and `starting_price`.
  public var odds: String?
  /// The money won as text; also `earnings` and `prize_money`.
  public var prize: String?
  /// The time, such as `1:23.45`; also `time`.
  public var finish_time: String?
  /// Whether the race was called off.
  public var canceled: Bool?
  /// All runners, if the result is a race's; also `horses`.
  public var runners: [APIRunner]

  private enum CodingKeys: String, CodingKey {
    case race_id, race_name, course, race_time, distance, horse_id, horse, jockey, trainer
    case position, position_text, odds, prize, finish_time, canceled, runners
  }

  /// Makes a run without details.
  public init(race_id: String?, horse: String? = nil, position: Int? = nil) {
    self.race_id = race_id
    self.horse = horse
    self.position = position
    runners = []
  }

  /// Reads either spelling; numbers may be texts.
  ///
  /// - Throws: `DecodingError` if neither the race's id nor its time is given: such an element is
  ///   no result.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    race_id = fields.text("race_id", "id_race")
    race_time = fields.time("race_time", "date")
    if race_id == nil && race_time == nil { _ = try fields.required("race_id", "id_race", "date") }
    race_name = fields.text("race_name", "title", "race")
    course = fields.text("course")
    distance = fields.text("distance")
    horse_id = fields.text("horse_id", "id_horse")
    horse = fields.text("horse")
    jockey = fields.text("jockey")
    trainer = fields.text("trainer")
    position = fields.integer("position").flatMap { $0 > 0 ? $0 : nil }
    position_text = fields.text("position_text", "position")
    odds = fields.price("odds", "sp", "starting_price")
    prize = fields.text("prize", "earnings", "prize_money")
    finish_time = fields.text("finish_time", "time")
    canceled = fields.flag("canceled", "cancelled")
    runners = fields.runners()
  }

  /// Whether the horse ran, by a position or a code such as `PU`.
  var isStart: Bool {
    guard canceled != true else { return false }
    return position != nil
      || position_text.flatMap { Finish.parse($0) }?.outcome.isStarter == true
  }
}
