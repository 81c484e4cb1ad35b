import SystemFiles

extension Verification {
  /// Finds the damages of a store, also if its manifest is damaged or lost.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: The damages, and whether there is a sound manifest; without one, nothing is known
  ///   of the tables.
  /// - Throws: ``StoreError`` if there is neither a store nor an archive, or the system refuses.
  public static func damages(of store: String) throws(StoreError) -> (
    damages: [Damage], hasManifest: Bool
  ) {
    do throws(StoreError) {
      return (try Verification(store: store).damages, true)
    } catch {
      switch error {
      case .corrupt, .notFound:
        // Without an archive there is nothing to report.
        if case .notFound = error, (try? ArchiveLog(store: store, end: nil)) == nil { throw error }
        var lost = Damage(Manifest.fileName, error, expected: "the list of the store's files")
        // Without a file, the error names this very repair.
        if (try? OwnFile.isThere(store + "/" + Manifest.fileName)) == false {
          lost.expected = "the list of the store's files"
        }
        return ([lost] + (try archiveDamages(of: store)), false)
      default: throw error
      }
    }
  }

  // MARK: - Implementation

  /// Checks the raw archive by itself: each file's name is its checksum.
  private static func archiveDamages(of store: String) throws(StoreError) -> [Damage] {
    var damages: [Damage] = []
    let names = try onDisk { () throws(SystemError) in
      try FileSystem.names(in: store + "/archive")
    }
    for name in names ?? [] where Checksum.isOne(name) {
      let file = "archive/" + name
      do throws(StoreError) {
        try OwnFile.isThere(store + "/" + file)
        let sum = try Checksum.ofFile(store + "/" + file).hex
        if sum != name {
          damages.append(
            Damage(file: file, found: "SHA-256 \(sum)", expected: "SHA-256 \(name)"))
        }
      } catch {
        damages.append(Damage(file, error, expected: "a readable file"))
      }
    }
    do throws(StoreError) {
      _ = try ArchiveLog(store: store, end: nil)
    } catch {
      damages.append(Damage(ArchiveLog.fileName, error, expected: "the archive's log"))
    }
    return damages
  }
}
