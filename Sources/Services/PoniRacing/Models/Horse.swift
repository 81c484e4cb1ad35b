import Foundation

/// A horse in an app; a value that the source omits is nil.
public struct Horse: Codable, Equatable, Identifiable, Sendable {
  /// The horse's id; its name if the source has no id.
  public var id: String
  /// The name.
  public var name: String
  /// The age in years.
  public var age: Int?
  /// The sex.
  public var sex: HorseSex?
  /// The trainer.
  public var trainer: String?
  /// The next jockey.
  public var jockey: String?
  /// The owner.
  public var owner: String?
  /// Its sire.
  public var sire: String?
  /// Its dam.
  public var dam: String?
  /// Its colour; the service omits it.
  public var color: String?
  /// The foaling date; the service omits it.
  public var foaled: Date?
  /// The number of starts; nil if its past races are unknown.
  public var starts: Int?
  /// The number of first places.
  public var wins: Int?
  /// The number of second places.
  public var places: Int?
  /// The number of third places.
  public var shows: Int?
  /// The money won; nil if no past race states money.
  public var earnings: Double?
  /// The time of its last race; midnight in New York if only the day is known.
  public var lastRaced: Date?
  /// Whether the horse is invented, which happens only with mock data.
  public var isMock: Bool

  /// Makes a horse with nothing else known.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
    isMock = false
  }
}

/// A horse's sex, by the codes of race cards.
public enum HorseSex: String, Codable, Sendable, CaseIterable {
  case colt = "c"
  case filly = "f"
  case gelding = "g"
  case mare = "m"
  case ridgling = "r"
  case horse = "h"

  /// Reads a code or word in either case; nil for any other text.
  public init?(code: String) {
    let text = code.lowercased()
    guard let sex = Self.allCases.first(where: { text == $0.rawValue || text == "\($0)" }) else {
      return nil
    }
    self = sex
  }
}
