import Foundation
import Mappings
import StoreImport
import TestSupport
import Testing

struct ReadmeTests {
  private static let root = URL(fileURLWithPath: RailbirdProcess.packageFolder)

  @Test func `the README shows the example that is compiled here`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("ReadmeExample.swift")
    let example = try String(contentsOf: file, encoding: .utf8)
    let readme = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n" + example + "```"))
  }

  @Test func `the example reports the sample`() throws {
    let store = FileManager.default.temporaryDirectory
      .appendingPathComponent("railbird-readme-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: store) }
    let text = Mapping.builtInText("railbird")!
    let mapping = try Mapping(yaml: text, file: "railbird")
    let job = ImportJob(store: store, mapping: mapping, mappingText: text, now: 0)
    _ = try job.run([Self.root.appendingPathComponent("Datasets/sample/runners.csv").path])
    let report = try jockeysWorthALook(store: store)
    #expect(report.hasPrefix("jockey,window,from,to,runs,wins,"))
    #expect(report.split(separator: "\n").count > 10)
  }
}
