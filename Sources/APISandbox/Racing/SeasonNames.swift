import SyntheticRacing

/// A season's names as an American feed spells them, some with what trips readers up: commas,
/// quotation marks, capitals, accents.
struct SeasonNames: Sendable {
  let season: SyntheticSeason

  func course(_ code: Int32) -> String { season.courseNames[Int(code)] + " (USA)" }

  func jockey(_ code: Int32) -> String {
    season.jockeyNames[Int(code)] + (code % 11 == 3 ? ", Jr." : "")
  }

  /// As `William "Bill" Mott`.
  func trainer(_ code: Int32) -> String {
    let name = season.trainerNames[Int(code)]
    guard code % 13 == 5, let blank = name.firstIndex(of: " ") else { return name }
    return name[..<blank] + " \"Bill\"" + name[blank...]
  }

  func horse(_ index: Int32) -> String {
    let name = season.horseName(index)
    return index % 9 == 0 ? name.uppercased() : name
  }

  func horseID(_ index: Int32) -> String { String(20_000 + Int(index)) }
}
