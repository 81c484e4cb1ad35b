extension Damage {
  /// Finds a change of the store's aliases; nil if they match the manifest.
  ///
  /// People may edit this file, so the message says how to accept a change.
  init?(ofAliases noted: Manifest.ArchiveEntry, in store: String) {
    let expected =
      "SHA-256 \(noted.sha256) as of `railbird aliases --set`; where the change is yours, "
      + "`railbird aliases --store \(store) --accept`"
    let found: String
    do throws(StoreError) {
      let text = try OwnFile.contents(of: store + "/" + NameAliases.fileName)
      let sum = text.map { Checksum.hex(of: $0) }
      if sum == noted.sha256 { return nil }
      found = sum.map { "SHA-256 \($0)" } ?? "no file"
    } catch {
      found = Damage(NameAliases.fileName, error, expected: expected).found
    }
    self.init(file: NameAliases.fileName, found: found, expected: expected)
  }
}
