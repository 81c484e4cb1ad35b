import SyntheticRacing

/// A season's names in an American feed's spelling, some with typical traps: commas, quotation
/// marks, capitals, accents.
struct SeasonNames: Sendable {
  let season: SyntheticSeason

  func course(_ code: Int32) -> String { season.courseNames[Int(code)] + " (USA)" }

  func jockey(_ code: Int32) -> String {
    season.jockeyNames[Int(code)] + (code % 11 == 3 ? ", Jr." : "")
  }

  /// Returns a trainer's name, such as `William "Bill" Mott`.
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
