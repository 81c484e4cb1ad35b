// swift-format-ignore-file: AlwaysUseLowerCamelCase
import APICore

/// A race in the service's form: with runners in the seed's form; without them in the live
/// service's lists, where only `/race/{id}` has them.
public struct APIRacecard: Codable, Equatable, Sendable {
  /// The race's id; also `id_race`.
  public var race_id: String
  /// The race's name, also `title`; empty if missing.
  public var race_name: String
  /// The course, such as `Aqueduct (USA)`; empty if missing.
  public var course: String
  /// The off time, UTC, such as `2020-11-08 16:50:00`, also `date`; empty if missing.
  public var race_time: String
  /// The runners; also `horses`.
  public var runners: [APIRunner]
  /// The distance, such as `1 mile 70 yards`.
  public var distance: String?
  /// The age group, such as `3yo+`.
  public var age: String?
  /// Whether there is a result.
  public var finished: Bool?
  /// Whether the race was called off; also `cancelled`.
  public var canceled: Bool?
  /// The ground.
  public var going: String?
  /// The class.
  public var race_class: String?
  /// The purse, with its symbol.
  public var prize: String?
  /// The winner's time, such as `1:23.45`.
  public var finish_time: String?

  private enum CodingKeys: String, CodingKey {
    case race_id, race_name, course, race_time, runners, distance, age, finished, canceled, going
    case race_class = "class"
    case prize, finish_time
  }

  /// Makes a race from the fields that the seed names.
  public init(
    race_id: String, race_name: String, course: String, race_time: String, runners: [APIRunner]
  ) {
    self.race_id = race_id
    self.race_name = race_name
    self.course = course
    self.race_time = race_time
    self.runners = runners
  }

  /// Reads either spelling; numbers may be texts.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    race_id = try fields.required("race_id", "id_race")
    race_name = fields.text("race_name", "title") ?? ""
    course = fields.text("course") ?? ""
    race_time = fields.time("race_time", "date") ?? ""
    runners = fields.runners()
    distance = fields.text("distance")
    age = fields.text("age")
    finished = fields.flag("finished")
    canceled = fields.flag("canceled", "cancelled")
    going = fields.text("going")
    race_class = fields.text("class")
    prize = fields.text("prize", "purse")
    finish_time = fields.text("finish_time")
  }
}
