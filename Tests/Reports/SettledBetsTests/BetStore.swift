import Foundation
import StoreSupport
import TestSupport
import Testing

/// A store of invented races, and files of bets on them.
struct BetStore {
  let folder: TemporaryFolder
  var store: String { folder.file("store") }
  var out: String { folder.file("out") }

  /// Imports runners in Railbird's own layout.
  init(_ runners: String) throws {
    folder = try TemporaryFolder()
    try StoreFixture.add(csv: runners, to: store)
  }

  /// Runs `railbird settle` on bets.
  func settle(
    _ bets: String, _ options: [String] = [], name: String = "bets.csv", withdrawn: String? = nil
  ) throws -> ProcessResult {
    let file = try folder.write(bets, to: name)
    let gone = try withdrawn.map { ["--withdrawn", try folder.write($0, to: "withdrawn.csv")] }
    return try RailbirdProcess.run(
      ["settle", "--store", store, "--bets", file] + (gone ?? []) + options)
  }

  /// The rows of a file of the output, by column; no cell may hold a comma.
  func rows(_ name: String = "settled.csv") throws -> [[String: String]] {
    let text = try String(contentsOfFile: out + "/" + name, encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  /// Settles bets and gives the rows of `settled.csv`.
  func settled(
    _ bets: String, _ options: [String] = [], withdrawn: String? = nil
  ) throws -> [[String: String]] {
    let result = try settle(bets, ["--out", out, "--quiet"] + options, withdrawn: withdrawn)
    try #require(result.exitCode == 0, "\(result.stderr)")
    return try rows()
  }

  /// Two races at Ascot; the second has a dead heat for first place and a non-runner.
  static let ascot = """
    race_id,date,off_time,race_no,course,country,handicap,number,horse,jockey,position,outcome,\
    sp,bsp
    r1,2024-06-01,2024-06-01T13:05:00Z,1,Royal Ascot,GB,false,1,Blue Wind,Ann,1,finished,7,7.4
    r1,2024-06-01,2024-06-01T13:05:00Z,1,Royal Ascot,GB,false,2,Éclair,Bob,2,finished,4,4.2
    r1,2024-06-01,2024-06-01T13:05:00Z,1,Royal Ascot,GB,false,3,Crow,Cy,3,finished,5,5.5
    r1,2024-06-01,2024-06-01T13:05:00Z,1,Royal Ascot,GB,false,4,Dove,Dan,4,finished,9,
    r1,2024-06-01,2024-06-01T13:05:00Z,1,Royal Ascot,GB,false,5,Elk,Eve,,fell,11,12
    r2,2024-06-01,2024-06-01T13:40:00Z,2,Royal Ascot,GB,false,1,Fox,Ann,1,finished,3,3.1
    r2,2024-06-01,2024-06-01T13:40:00Z,2,Royal Ascot,GB,false,2,Goat,Bob,1,finished,4,4.4
    r2,2024-06-01,2024-06-01T13:40:00Z,2,Royal Ascot,GB,false,3,Hare,Cy,,non_runner,,

    """
}
