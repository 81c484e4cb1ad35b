// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation
import Racing

/// A horse in a race in the service's form.
public struct APIRunner: Codable, Equatable, Sendable {
  /// The horse's id; also `id_horse`.
  public var horse_id: String?
  /// The horse's name.
  public var horse: String
  /// The jockey.
  public var jockey: String?
  /// The trainer.
  public var trainer: String?
  /// The weight, such as `8-9` (stones and pounds) or `121`.
  public var weight: String?
  /// The price as text; also `sp`.
  public var odds: String?
  /// The saddle cloth, such as `1` or `1A`.
  public var number: String?
  /// The horse's age in years.
  public var age: Int?
  /// The horse's sex, such as `f`.
  public var sex: String?
  /// The finishing position or another end of the run; nil before the race and for the unplaced.
  public var position: String?
  /// Lengths behind the horse in front, as written.
  public var distance_beaten: String?
  /// Whether the horse was withdrawn.
  public var non_runner: Bool?
  /// Form figures, such as `5446-`.
  public var form: String?
  /// The owner.
  public var owner: String?
  /// The sire.
  public var sire: String?
  /// The dam.
  public var dam: String?

  /// Makes a runner from the fields that the seed names.
  public init(
    horse_id: String?, horse: String, jockey: String?, trainer: String?, weight: String?,
    odds: String?
  ) {
    self.horse_id = horse_id
    self.horse = horse
    self.jockey = jockey
    self.trainer = trainer
    self.weight = weight
    self.odds = odds
  }

  /// Reads either spelling; numbers may be texts.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    horse_id = fields.text("horse_id", "id_horse")
    horse = try fields.required("horse", "horse_name")
    jockey = fields.text("jockey")
    trainer = fields.text("trainer")
    weight = fields.text("weight")
    odds = fields.price("odds", "sp")
    number = fields.text("number")
    age = fields.number("age")
    sex = fields.text("sex")
    position = fields.text("position")
    distance_beaten = fields.text("distance_beaten")
    non_runner = fields.flag("non_runner")
    form = fields.text("form")
    owner = fields.text("owner")
    sire = fields.text("sire")
    dam = fields.text("dam")
  }

  /// The end of its race; nil for a withdrawn horse, and without a position or known code.
  var finish: Finish? { non_runner == true ? nil : position.flatMap { Finish.parse($0) } }
}
