import Foundation
import Mappings
import StoreImport
import TestSupport
import Testing

/// Each real source's files, imported whole, are the rows that they were when first looked at.
///
/// `HKJCDataTests` counts Hong Kong's rows, `ExplainDataTests` cards without a built-in mapping.
@Suite(.enabled(if: HKJCData.isThere, "the data sets are not here: set RAILBIRD_DATASETS"))
struct DataSetCountTests {
  /// A data set's file, its mapping, and its rows read, stored, duplicate and refused.
  struct DataSet: CustomTestStringConvertible {
    let file: String
    let format: String
    let counts: [Int]
    var defaults: [String: String] = [:]
    var isLong = false

    var testDescription: String { file }
  }

  private static let all = [
    DataSet(
      file: "betfair-anz-thoroughbreds/anz_thoroughbreds.csv.zst", format: "betfair",
      counts: [641_130, 639_781, 1_349, 0], isLong: true),
    DataSet(
      file: "betfair-uk-ire-2026/uk_ire_2026.csv.zst", format: "betfair",
      counts: [51_386, 50_831, 417, 138]),
    DataSet(
      file: "us-harness-morningline/harness_2017q1.csv.zst", format: "harness",
      counts: [66_702, 66_702, 0, 0]),
    DataSet(
      file: "rapidapi-usa-sample/races_63_reconstructed.json", format: "poni",
      counts: [495, 495, 0, 0], defaults: ["date": "2024-05-01"]),
    DataSet(
      file: "racing-api-samples/racecards_sample.json", format: "racing-api",
      counts: [118, 118, 0, 0]),
    DataSet(
      file: "betfair-stream-samples/BASIC-1.132153978.ndjson.zst", format: "betfair-stream",
      counts: [14, 14, 0, 0]),
  ]

  @Test(arguments: all.filter { LongForm.isWanted || !$0.isLong })
  func `a data set is stored whole`(set: DataSet) throws {
    let store = TestStore()
    let text = try #require(Mapping.builtInText(set.format))
    var mapping = try Mapping(yaml: text, file: set.format)
    mapping.defaults = set.defaults
    var job = ImportJob(
      store: store.path, mapping: mapping, mappingText: text, now: 1_775_001_600_000_000)
    job.threads = 2
    let path = HKJCData.folder + "../" + set.file
    let imported = try job.run([path])[0]
    #expect(imported.counts == set.counts)
    #expect(imported.unusedColumns == nil, "each column is taken, or left with a reason")
  }

  @Test func `cards state riders and their claims`() throws {
    let store = TestStore()
    let folder = HKJCData.folder + "../"
    _ = try store.add(
      [folder + "racing-api-samples/racecards_sample.json"], format: "racing-api")
    let riders = try store.rows().filter { $0["claim_lb"] != "" }
    #expect(riders.count == 10)
    let harvey = riders.first { $0["jockey"] == "Ben Harvey" }
    #expect(harvey?["claim_lb"] == "3")
    #expect(riders.filter { $0["jockey"] == "" }.map { $0["outcome"] } == ["non_runner"])
  }
}
