// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation

/// A horse in the service's form.
public struct APIHorseData: Codable, Equatable, Sendable {
  /// The horse's id, also `id_horse`; its name if the service gives no id.
  public var horse_id: String
  /// The horse's name.
  public var horse: String
  /// Its age in years.
  public var age: Int?
  /// Its sex, such as `f`.
  public var sex: String?
  /// The trainer.
  public var trainer: String?
  /// The owner.
  public var owner: String?
  /// The jockey of the race in which the horse was found.
  public var jockey: String?
  /// Its sire.
  public var sire: String?
  /// Its dam.
  public var dam: String?

  /// Makes a horse from the fields that the seed names.
  public init(
    horse_id: String, horse: String, age: Int?, sex: String?, trainer: String?, owner: String?
  ) {
    self.horse_id = horse_id
    self.horse = horse
    self.age = age
    self.sex = sex
    self.trainer = trainer
    self.owner = owner
  }

  /// Takes a horse from one of its races.
  public init(_ runner: APIRunner) {
    self.init(
      horse_id: runner.horse_id ?? runner.horse, horse: runner.horse, age: runner.age,
      sex: runner.sex, trainer: runner.trainer, owner: runner.owner)
    jockey = runner.jockey
    sire = runner.sire
    dam = runner.dam
  }

  /// Reads either spelling; numbers may be texts.
  public init(from decoder: any Decoder) throws {
    self.init(try APIRunner(from: decoder))
  }
}
