import Columns
import Racing
import StoreSupport
import Testing

@testable import Features
@testable import RunnerKeys

/// The meanings of columns, which their files keep.
struct FeatureDictionaryTests {
  @Test func `every field and every exported column has a meaning`() throws {
    let names =
      FilterField.all.map(\.name) + RacingTables.raceFields.map(\.name)
      + RacingTables.exportedFields(of: RacingTables.runners)!.map(\.name) + ["price_early"]
    #expect(Set(names.filter { FieldMeanings.of($0) == nil }) == [])
  }

  @Test func `a dictionary states role, source, unit and meaning of each column`() throws {
    let csv = """
      race_id,date,number,horse,jockey,weight_lb,position,sp
      r1,2026-01-01,1,A,Ann,130,1,2

      """
    var request = try FeatureRequest(dimensions: ["jockey+course"], windows: [Window("90d")])
    request.metrics = [.winRate]
    try request.setColumns([
      "date", "last_weight_lb", "weight_lb - 7", "band(weight_lb,120)", "gap(weight_lb)",
      "rank(jockey_course_runs_90)",
    ])
    try request.setTargets(["position", "share(1 / sp)"])
    let table = try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    let entries = table.dictionary.entries
    #expect(entries.map(\.field) == table.table.fields)
    let cells = entries.map {
      "\($0.role.rawValue)|\($0.meaning.source)|\($0.meaning.unit ?? "")|\($0.meaning.text)"
    }
    #expect(
      cells == [
        "key|races||the race's key, unique within the store",
        "key|runners||saddlecloth number",
        "input|races||race day, local to the course",
        "input|fact|lb|weight carried in the horse's last run",
        "input|computed||weight_lb - 7",
        "input|key||band(weight_lb,120)",
        "input|race|lb|less the race's highest: carried weight",
        "input|race||rank in the race, 1 for the highest, by: runs, of the jockey and course "
          + "in the 90 days before",
        "input|record||wins per run, of the jockey and course in the 90 days before",
        "target|runners||printed position of a finisher",
        "target|race||as a share of the race's sum: 1 / sp",
      ])
    let first = table.dictionary.json.split(separator: "\n")[1]
    #expect(
      first
        == #"  {"name": "race_id", "type": "text", "role": "key", "source": "races", "unit": null, "#
        + #""description": "the race's key, unique within the store"},"#)
  }

  @Test func `every figure of a record has a meaning`() {
    let texts = RecordFigure.all.map(\.meaning.text)
    #expect(texts.count > 60 && !texts.contains(""))
    let roi = RecordFigure.report("ew_roi_low").meaning
    #expect(roi.text == "lower end of the 95 % interval of the profit per unit staked on ew")
    #expect(RecordFigure.report("ew_staked").meaning.unit == "units")
  }

  @Test func `exported runners have the roles of features`() {
    let fields = RacingTables.exportedFields(of: RacingTables.runners)!
    let entries = DataDictionary(ofRunners: fields).entries
    let targets = entries.filter { $0.role == .target }.map(\.field.name)
    #expect(
      targets == [
        "field_size", "position", "outcome", "beaten_lengths", "sp", "tote", "tote_paid", "bsp",
        "place_bsp", "place_won",
      ])
    #expect(entries.filter { $0.role == .key }.map(\.field.name) == ["race_id", "number"])
  }
}
