// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation

/// A horse as the service tells it.
public struct APIHorseData: Codable, Equatable, Sendable {
  /// The horse's id, also `id_horse`; its name where the service gives no id.
  public var horse_id: String
  /// The horse's name.
  public var horse: String
  /// Its age in years.
  public var age: Int?
  /// Its sex, such as `f`.
  public var sex: String?
  /// Who trains it.
  public var trainer: String?
  /// Who owns it.
  public var owner: String?
  /// Who rides it in the race that it was found in.
  public var jockey: String?
  /// Its sire.
  public var sire: String?
  /// Its dam.
  public var dam: String?

  /// Makes a horse of the fields that the seed names.
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

  /// Takes a horse from a race that it runs in.
  public init(_ runner: APIRunner) {
    self.init(
      horse_id: runner.horse_id ?? runner.horse, horse: runner.horse, age: runner.age,
      sex: runner.sex, trainer: runner.trainer, owner: runner.owner)
    jockey = runner.jockey
    sire = runner.sire
    dam = runner.dam
  }

  /// Reads either spelling, texts or numbers.
  public init(from decoder: any Decoder) throws {
    self.init(try APIRunner(from: decoder))
  }
}
