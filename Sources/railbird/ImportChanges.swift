import RacingImport

/// What running imports again has made of them: without undone rows, or by other aliases than then,
/// rows may be stored or refused that were not.
enum ImportChanges {
  /// A line for each import whose counts differ.
  static func lines(from before: [ImportedFile], to after: [ImportedFile]) -> [String] {
    after.compactMap { file in
      let old = before.first { $0.id == file.id }
      guard let old, (old.stored, old.rejected) != (file.stored, file.rejected) else { return nil }
      return "\(file.label): now \(grouped(file.stored)) stored and \(grouped(file.rejected)) "
        + "rejected; before, \(grouped(old.stored)) and \(grouped(old.rejected))"
    }
  }
}
