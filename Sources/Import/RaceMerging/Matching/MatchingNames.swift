import Columns
import ColumnStore
import Foundation
import RowReading
import TabularFiles

/// The names that identify the same race in different sources.
package struct MatchingNames {
  let courses: FoldedNames
  /// Ireland counts as Great Britain: sources put Northern Irish courses in either.
  package let countries: FoldedNames
  let horses: FoldedNames
  /// Horses' names with their marks, such as `(IRE)`.
  let markedHorses: FoldedNames
  let sources: DictionaryEncoder

  package init(_ writer: StoreWriter, aliases: NameAliases) {
    func names(_ role: String, _ fold: @escaping (String) -> String) -> FoldedNames {
      let known = aliases.spellings(of: role).map { ($0.key, $0.value) }.sorted { $0 < $1 }
      return FoldedNames(
        writer.dictionary(role), aliases: Self.builtIn[role, default: []] + known, fold: fold)
    }
    courses = names("course", NameFolding.place)
    countries = names("country", NameFolding.place)
    horses = names("horse", NameFolding.horse)
    markedHorses = names("horse", NameFolding.markedHorse)
    sources = writer.dictionary("source")
  }

  /// Returns a source's name.
  func source(_ code: Int32) -> String {
    String(decoding: sources.utf8(Int(code)), as: UTF8.self)
  }

  /// The built-in spellings, by role.
  static let builtIn: [String: [(String, String)]] = {
    let records = CSVRecords(Buffer(EmbeddedFile("Matching/CourseNames.csv").bytes))
    let rows = records.dropFirst().map { records.fields($0) }
    return Dictionary(grouping: rows) { $0[0] }.mapValues { $0.map { ($0[1], $0[2]) } }
  }()
}
