import RacingImport

/// Imports files by a mapping of one's own, and says what a person can do when that fails.
func importResults(_ files: [String], mapping: String, store: String) -> String {
  do {
    var job = try ImportJob(store: store, mappingFile: mapping)
    job.threads = 2
    let results = try job.run(files)
    return results.map { "\($0.name): \($0.stored) stored, \($0.reasons)" }.joined(separator: "\n")
  } catch .badMapping(let place, let found, let expected) {
    return "mend the mapping at \(place): \(found) should be \(expected)"
  } catch .store(.locked) {
    return "another import is running; try again"
  } catch {
    return error.description
  }
}
