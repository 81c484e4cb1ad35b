import Foundation
import SyntheticRacing
import TabularFiles

/// Generated runners as files, and what a plain recount over the generator's own rows says.
struct GeneratedInput {
  let runners: Int
  let seed: UInt64
  let folder: String
  let csv: String
  let parquet: String
  let json: String
  /// How many of the runners the JSON file has.
  let jsonRunners: Int
  let recount: PlainRecount

  init(runners: Int, seed: UInt64, folder: String) throws {
    self.runners = runners
    self.seed = seed
    self.folder = folder
    csv = folder + "/runners.csv"
    parquet = folder + "/runners.parquet"
    json = folder + "/runners.ndjson"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let season = SyntheticSeason(runners: runners, seed: seed)
    var recount = PlainRecount(season)
    var writers: [TableWriter] = []
    for block in season {
      let table = block.table(of: season)
      if writers.isEmpty {
        writers.append(try TableWriter(path: csv, format: .csv, fields: table.fields))
        writers.append(try TableWriter(path: parquet, format: .parquet, fields: table.fields))
      }
      for writer in writers { try writer.write(table) }
      recount.add(block)
    }
    for writer in writers { try writer.close() }
    jsonRunners = try JSONLines.write(csv: csv, to: json)
    self.recount = recount
  }

  /// The size of a file in bytes.
  static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? 0
  }
}
