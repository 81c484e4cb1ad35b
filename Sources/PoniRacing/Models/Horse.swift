import Foundation

/// A horse as an app shows it; what the source does not say is nil.
public struct Horse: Codable, Equatable, Identifiable, Sendable {
  /// The horse's id; its name where the source has no id.
  public var id: String
  /// The name.
  public var name: String
  /// The age in years.
  public var age: Int?
  /// The sex.
  public var sex: HorseSex?
  /// Who trains it.
  public var trainer: String?
  /// Who rides it next.
  public var jockey: String?
  /// Who owns it.
  public var owner: String?
  /// Its sire.
  public var sire: String?
  /// Its dam.
  public var dam: String?
  /// Its colour; the service does not tell it.
  public var color: String?
  /// When it was foaled; the service does not tell it.
  public var foaled: Date?
  /// How often it ran; nil where its past races are not known.
  public var starts: Int?
  /// How often it was first.
  public var wins: Int?
  /// How often it was second.
  public var places: Int?
  /// How often it was third.
  public var shows: Int?
  /// What it won; nil where no past race states money.
  public var earnings: Double?
  /// When it ran last; midnight in New York where only the day is known.
  public var lastRaced: Date?
  /// Whether the horse is invented, which it is only where mock data was asked for.
  public var isMock: Bool

  /// Makes a horse of which nothing else is known.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
    isMock = false
  }
}

/// A horse's sex by the codes of race cards.
public enum HorseSex: String, Codable, Sendable, CaseIterable {
  case colt = "c"
  case filly = "f"
  case gelding = "g"
  case mare = "m"
  case ridgling = "r"
  case horse = "h"

  /// Reads a code or word in letters of either case; nil for any other text.
  public init?(code: String) {
    let text = code.lowercased()
    guard let sex = Self.allCases.first(where: { text == $0.rawValue || text == "\($0)" }) else {
      return nil
    }
    self = sex
  }
}
