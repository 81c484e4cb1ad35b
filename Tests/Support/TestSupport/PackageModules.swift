import Foundation

/// The modules of the package and their folders, as `Package.swift` has them.
public struct PackageModules: Sendable {
  /// The storeys of `Sources/`, the lowest first: a module uses its own storey and those below.
  public static let storeys = [
    "Walls", "Ground", "Trade", "Store", "Import", "Reports", "Output", "Services", "Sandbox",
    "Program",
  ]

  /// The folders of all targets by name, from the package's folder.
  public let folders: [String: String]

  /// The modules below `Sources/`, sorted by name.
  public var sources: [String] {
    folders.filter { $0.value.hasPrefix("Sources/") }.keys.sorted()
  }

  /// The manifest of this package.
  public static let all = Result { try PackageModules() }

  /// Reads the manifest.
  public init() throws {
    let manifest = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/Package.swift", encoding: .utf8)
    let target = /\.(?:target|executableTarget|testTarget|systemLibrary)\(\s*name: "(\w+)"/
    var folders: [String: String] = [:]
    let starts = manifest.matches(of: target)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : manifest.endIndex
      let text = manifest[start.range.lowerBound..<end]
      folders[String(start.1)] = text.firstMatch(of: /\bpath: "([^"]+)"/).map { String($0.1) }
    }
    self.folders = folders
  }

  /// The folder of a module, from the root of the file system.
  public func path(of module: String) -> String {
    RailbirdProcess.packageFolder + "/" + (folders[module] ?? "no folder of \(module)")
  }

  /// The storey of a module, counted from the lowest; nil outside `Sources/`.
  public func storey(of module: String) -> Int? {
    guard let parts = folders[module]?.split(separator: "/"), parts.count == 3,
      parts[0] == "Sources"
    else { return nil }
    return Self.storeys.firstIndex(of: String(parts[1]))
  }
}
