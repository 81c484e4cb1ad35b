import SystemFiles

extension Damage {
  /// What is wrong with the store's aliases; nil where they are as the manifest says.
  ///
  /// They are the one file that people may change, so it is told how to say that they did.
  init?(ofAliases noted: Manifest.ArchiveEntry, in store: String) {
    let expected =
      "SHA-256 \(noted.sha256) as of `railbird aliases --set`; where the change is yours, "
      + "`railbird aliases --store \(store) --accept`"
    let found: String
    do throws(SystemError) {
      let text = try FileSystem.contents(of: store + "/" + NameAliases.fileName)
      let sum = text.map { Checksum.hex(of: $0) }
      if sum == noted.sha256 { return nil }
      found = sum.map { "SHA-256 \($0)" } ?? "no file"
    } catch {
      found = error.reason
    }
    self.init(file: NameAliases.fileName, found: found, expected: expected)
  }
}
