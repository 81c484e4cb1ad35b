import Foundation
import Testing

/// Generated files with one planted mistake in their lines or their encoding.
struct PlantedFileTests {
  private static func lines(_ change: @escaping @Sendable ([String]) -> [String])
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { $0.changed { $0.lines = change } }
  }

  private static let ofLines = PlantedMistake.made { add in
    add("semicolons", "date") { $0.changed { $0.mark = ";" } }
    add("tabs under the ending of commas", "date") { $0.changed { $0.mark = "\t" } }
    add(
      "no header line", .saying("the first line looks like data"), lines { Array($0.dropFirst()) })
    add(
      "the header repeated in each race", "date",
      lines { all in
        all.dropFirst().enumerated().flatMap { $0 % 6 == 0 ? [all[0], $1] : [$1] }
      })
    add("the header repeated once", "date", lines { $0.prefix(40) + [$0[0]] + $0.dropFirst(40) })
    add("a line of totals", "date", lines { $0 + ["Total,,,,,72,,,,,"] })
    add("a line of the source behind the table", "date", lines { $0 + ["Source: a page"] })
    add(
      "a note above the header", .saying("most rows below it have 11"),
      lines {
        ["Results of May"] + $0
      })
    add(
      "a header without its first name", .saying("most rows below it have 11"),
      lines {
        [$0[0].replacing("date,", with: "")] + $0.dropFirst()
      })
    add(
      "names shifted by one column", "number",
      lines { all in
        let names = all[0].split(separator: ",")
        return [(names.suffix(1) + names.dropLast()).joined(separator: ",")] + all.dropFirst()
      })
    add("a table's index in front", "date") {
      $0.with("") { race, place in "\(race * 6 + place)" }
    }
    add("the file twice", "date", lines { $0 + $0 })
    add(
      "two scrapes with other odds", .saying("contradict others of the same key"),
      lines { all in
        all + all.dropFirst().map { $0.replacing("\"2.5\"", with: "\"2.6\"") }
      })
    add(
      "rows in the order of the riders", "date",
      lines { all in
        [all[0]]
          + all.dropFirst().sorted {
            ($0.split(separator: ",")[6], $0) < ($1.split(separator: ",")[6], $1)
          }
      })
    add("no country", "country") { $0.changed { $0.columns.remove(at: 2) } }
    add("no course, and races numbered by meeting", "race_id") {
      $0.changed { $0.columns.remove(at: 1) }
    }
    add("one course for two meetings", "race_id") { $0.with("course") { _, _ in "Ayr" } }
    add("letters in front of the races' numbers", "race_id") {
      $0.with("race_no") { race, _ in "R\(race % 3 + 1)" }
    }
  }

  private static func names(_ name: String, _ encode: @escaping @Sendable (String) -> [UInt8])
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { season in
      let rider: PlantedSeason.Cell = { race, place in "\(name) \((race + place) % 7)" }
      return season.riding(as: rider, rider).changed { $0.encode = encode }
    }
  }

  /// Encodes a text in which only a name has letters beyond ASCII.
  private static func bytes(of name: String, _ encoded: [UInt8]) -> @Sendable (String) -> [UInt8] {
    { text in
      Array(text.components(separatedBy: name).map { Array($0.utf8) }.joined(separator: encoded))
    }
  }

  private static let ofEncodings = PlantedMistake.made { add in
    add("Windows-1252", .saying("UTF-8"), names("Zoé", bytes(of: "Zoé", [0x5A, 0x6F, 0xE9])))
    add(
      "CP932", .saying("UTF-8"),
      names(
        "ナリタブライアン",
        bytes(
          of: "ナリタブライアン",
          [
            0x83, 0x69, 0x83, 0x8A, 0x83, 0x5E, 0x83, 0x75, 0x83, 0x89, 0x83, 0x43, 0x83, 0x41,
            0x83,
            0x93,
          ])))
    add(
      "GB18030", .saying("UTF-8"),
      names(
        "王小明", bytes(of: "王小明", [0xCD, 0xF5, 0xD0, 0xA1, 0xC3, 0xF7])))
    add("one byte of another encoding", .saying("UTF-8")) {
      names("Zoé") { text in
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(
          bytes.firstIndex(of: 0xC3)!...bytes.firstIndex(of: 0xA9)!, with: [0xE9])
        return bytes
      }($0)
    }
    add("UTF-16", "date") {
      $0.changed {
        $0.encode = { [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
      }
    }
    add("a byte order mark", "date") {
      $0.changed { $0.encode = { [0xEF, 0xBB, 0xBF] + $0.utf8 } }
    }
    add("UTF-8 that was read as Windows-1252", .saying("--encoding mojibake")) {
      $0.riding { race, place in "ZoÃ© \((race + place) % 7)" }
    }
    add("letters that were lost", "jockey") {
      $0.riding { race, place in "Zo\u{FFFD} \((race + place) % 7)" }
    }
  }

  @Test(arguments: ofLines + ofEncodings)
  func `a planted mistake is read right or named`(mistake: PlantedMistake) throws {
    try mistake.expectNoSilence()
  }
}
