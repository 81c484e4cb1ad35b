import Foundation

/// Where the package lies that the running binary was built from.
enum PackageFolder {
  /// The nearest folder above the binary with a manifest, else the current one.
  static var path: String {
    var folder = URL(fileURLWithPath: executable)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder.path }
    }
    return FileManager.default.currentDirectoryPath
  }

  /// The running binary.
  static var executable: String {
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .standardizedFileURL.path
  }

  /// The `railbird` command beside the running binary, if it was built.
  static var railbird: String? {
    let path =
      URL(fileURLWithPath: executable).deletingLastPathComponent().path + "/railbird"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }
}
