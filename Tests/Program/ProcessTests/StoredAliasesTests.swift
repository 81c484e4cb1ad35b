import ColumnStore
import Foundation
import TestSupport
import Testing

/// The file of aliases as a part of the store's state.
struct StoredAliasesTests {
  private static let text = "role,spelling,name\njockey,Tom,Tam\njockey,Tim,Tam\n"
  private let work: SyntheticStore
  private let source: String
  private var stored: String { work.store + "/aliases.csv" }

  init() throws {
    work = try SyntheticStore()
    let file = "race_id,date,number,horse,jockey,position\na,2024-01-01,1,Ann,Tom,1\n"
    try work.stock(work.folder.write(file, to: "a.csv"))
    source = try work.folder.write(Self.text, to: "al.csv")
  }

  @discardableResult
  private func aliases(_ options: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["aliases", "--store", work.store] + options)
  }

  private func verify() throws -> ProcessResult {
    try RailbirdProcess.run(["verify", "--store", work.store])
  }

  @Test func `every flipped bit of the aliases is found`() throws {
    #expect(try aliases("--set", source).exitCode == 0)
    for place in 0..<Self.text.utf8.count {
      try rewrite(stored) { $0[place] ^= 1 << UInt8(place % 8) }
      #expect(try Verification(store: work.store).damages.map(\.file) == ["aliases.csv"])
      try rewrite(stored) { $0[place] ^= 1 << UInt8(place % 8) }
    }
    #expect(try verify().exitCode == 0)
  }

  @Test(arguments: [Self.text + "jockey,Ann,Tam\n", nil])
  func `a change by hand is found, and stays once it is accepted`(text: String?) throws {
    try aliases("--set", source)
    try FileManager.default.removeItem(atPath: stored)
    try text?.write(toFile: stored, atomically: true, encoding: .utf8)
    let found = try verify()
    #expect(found.exitCode == 1)
    #expect(found.stdout.hasPrefix("aliases.csv: found \(text == nil ? "no file" : "SHA-256 ")"))
    #expect(
      found.stdout.hasSuffix(
        "where the change is yours, `railbird aliases --store \(work.store) --accept`\n"))
    // Nor does a report take it for what was set.
    let report = ["report", "--store", work.store, "--out", work.folder.file("out")]
    let refused = try RailbirdProcess.run(report)
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.hasPrefix("railbird: \(work.store)/aliases.csv: found "))
    #expect(try RailbirdProcess.run(report + ["--no-aliases"]).exitCode == 0)
    // Nor does an import, which matches races by it; nothing hides the change.
    let more = "race_id,date,number,horse,jockey,position\nb,2024-01-02,1,Ann,Tom,1\n"
    let second = try work.folder.write(more, to: "b.csv")
    let imported = try RailbirdProcess.run(work.importing(second))
    #expect(imported.exitCode == 1)
    #expect(imported.stderr.hasPrefix("railbird: \(work.store)/aliases.csv: found "))
    #expect(try verify().stdout == found.stdout)
    let accepted = try aliases("--accept")
    #expect(accepted.exitCode == 0)
    #expect(
      accepted.stdout == "\(text == nil ? 0 : 3) spellings have another name\n")
    #expect(try verify().exitCode == 0)
    try work.load(second)
  }

  @Test func `aliases made by hand are named until they are accepted`() throws {
    try Self.text.write(toFile: stored, atomically: true, encoding: .utf8)
    let before = try verify()
    #expect(before.exitCode == 0)
    #expect(before.stderr.hasPrefix("aliases.csv: found no checksum of it in the manifest; "))
    #expect(try aliases("--accept").exitCode == 0)
    let after = try verify()
    #expect(after.exitCode == 0 && after.stderr == "")
    try rewrite(stored) { $0[20] ^= 1 }
    #expect(try verify().exitCode == 1)
  }

  @Test func `a damaged file is not accepted, and cleared aliases are none`() throws {
    try aliases("--set", source)
    try rewrite(stored) { $0[0] ^= 1 }
    let refused = try aliases("--accept")
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.hasPrefix("railbird: \(stored): found the columns "))
    #expect(try verify().exitCode == 1)
    #expect(try aliases("--clear").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: stored))
    let result = try verify()
    #expect(result.exitCode == 0 && result.stderr == "")
  }

  @Test func `a file that cannot be looked at is not taken for none`() throws {
    try FileManager.default.createSymbolicLink(atPath: stored, withDestinationPath: stored)
    let found = "found a link; expected an ordinary file"
    let report = ["report", "--store", work.store, "--out", work.folder.file("out")]
    for command in [report, ["aliases", "--store", work.store]] {
      let result = try RailbirdProcess.run(command)
      #expect(result.exitCode == 1)
      #expect(result.stderr == "railbird: \(stored): \(found)\n")
    }
    let result = try verify()
    #expect(result.exitCode == 1)
    #expect(result.stderr == "railbird: \(stored): Too many levels of symbolic links\n")
  }

  @Test func `aliases are written under the store's lock`() throws {
    let writer = try StoreWriter(store: work.store)
    let refused = try withExtendedLifetime(writer) { try aliases("--set", source) }
    #expect(refused.exitCode == 1)
    #expect(refused.stderr.hasPrefix("railbird: \(work.store): another process is writing to "))
    #expect(!FileManager.default.fileExists(atPath: stored))
  }

  @Test func `a copy of the store keeps what is noted of its aliases`() throws {
    try aliases("--set", source)
    let copy = work.folder.file("copy")
    let replay = ["replay", "--store", work.store, "--into", copy]
    #expect(try RailbirdProcess.run(replay).exitCode == 0)
    #expect(try String(contentsOfFile: copy + "/aliases.csv", encoding: .utf8) == Self.text)
    #expect(try Verification(store: copy).damages == [])
    try rewrite(copy + "/aliases.csv") { $0[20] ^= 1 }
    #expect(try Verification(store: copy).damages.count == 1)
    // A copy does not hide damage.
    try rewrite(stored) { $0[30] ^= 1 }
    let second = work.folder.file("second")
    let again = ["replay", "--store", work.store, "--into", second]
    #expect(try RailbirdProcess.run(again).exitCode == 1)
    #expect(!FileManager.default.fileExists(atPath: second))
  }

  @Test(
    .enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `aliases and their folder are on disk when the command ends`() throws {
    // A call that fails once is repeated, and noted.
    let faults = Faults("fsync=EINTR", below: work.folder)
    let command = ["aliases", "--store", work.store]
    #expect(try faults.run(command + ["--set", source]).exitCode == 0)
    let (file, folder) = ("fsync \(stored).new", "fsync \(work.store)")
    let manifest = "fsync \(work.store)/MANIFEST.new"
    #expect(faults.takeFailed() == [folder, file, folder, manifest, folder])
    #expect(try faults.run(command + ["--clear"]).exitCode == 0)
    #expect(faults.takeFailed() == [folder, manifest, folder, folder])
  }

  @Test(
    .enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"))
  func `what the system writes in parts is written once`() throws {
    let faults = Faults("write=short", below: work.folder)
    let result = try faults.run(["aliases", "--store", work.store, "--set", source])
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(faults.takeFailed().count { $0 == "write \(stored).new" } > 3)
    #expect(try String(contentsOfFile: stored, encoding: .utf8) == Self.text)
    #expect(try verify().exitCode == 0)
  }

  @Test(
    .enabled(if: Faults.areAvailable, "found no C compiler to make calls fail with"),
    arguments: ["rename:MANIFEST=EIO@1", "rename:aliases.csv=EIO", "rename:MANIFEST=EIO@2"])
  func `a change that is cut short leaves old or new aliases, and no damage`(fault: String) throws {
    try aliases("--set", source)
    let other = "role,spelling,name\njockey,Tom,Tem\n"
    let file = try work.folder.write(other, to: "other.csv")
    let result = try Faults(fault, below: work.folder).run(
      ["aliases", "--store", work.store, "--set", file])
    // Aliases that are in place are reported as stored.
    let isStored = fault.hasSuffix("@2")
    #expect(result.exitCode == (isStored ? 74 : 1))
    #expect(result.stderr.hasPrefix("railbird: the change is stored; ") == isStored)
    let text = try String(contentsOfFile: stored, encoding: .utf8)
    #expect(text == (isStored ? other : Self.text))
    let found = try verify()
    #expect(found.exitCode == 0)
    #expect(found.stderr.contains("found no checksum") == !fault.hasSuffix("@1"))
    #expect(try aliases("--set", file).exitCode == 0)
    #expect(try verify().stderr == "")
  }
}
