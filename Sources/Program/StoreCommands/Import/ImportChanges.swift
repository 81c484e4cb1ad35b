import CommandTools
import StoreImport

/// The changes from importing again: without undone rows, or with other aliases, rows may be stored
/// or rejected that were not before.
enum ImportChanges {
  /// Returns a line for each import with different counts.
  static func lines(from before: [ImportedFile], to after: [ImportedFile]) -> [String] {
    after.compactMap { file in
      let old = before.first { $0.id == file.id }
      guard let old, (old.stored, old.rejected) != (file.stored, file.rejected) else { return nil }
      return "\(file.label): now \(grouped(file.stored)) stored and \(grouped(file.rejected)) "
        + "rejected; before, \(grouped(old.stored)) and \(grouped(old.rejected))"
    }
  }
}
