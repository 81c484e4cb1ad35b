import Foundation
import SystemFiles

/// Describes the machine on which a program runs.
public struct DeviceInfoProvider: Sendable {
  private let root: String

  /// Makes a provider.
  ///
  /// - Parameter root: The folder that contains `proc` and `sys`.
  public init(root: String = "") { self.root = root }

  /// Describes the machine: kernel, locale, time zone, and the battery if Linux reports one.
  ///
  /// It has no screen, and the machine's own name is not sent.
  ///
  /// - Parameters:
  ///   - appVersion: The app's version.
  ///   - appBuild: The app's build.
  /// - Returns: The description.
  public func describe(appVersion: String, appBuild: String) -> DeviceInfoDto {
    let battery = battery()
    return DeviceInfoDto(
      deviceModel: line("/sys/devices/virtual/dmi/id/product_name") ?? "unknown",
      deviceName: line("/proc/sys/kernel/ostype") ?? "unknown",
      osVersion: line("/proc/sys/kernel/osrelease") ?? "unknown", appVersion: appVersion,
      appBuild: appBuild, screenWidth: 0, screenHeight: 0, batteryLevel: battery.level,
      batteryState: battery.state, locale: Locale.current.identifier,
      timezone: TimeZone.current.identifier)
  }

  // MARK: - Implementation

  private func battery() -> (level: Float, state: String) {
    let folder = "/sys/class/power_supply"
    let names = (try? FileSystem.names(in: root + folder)) ?? []
    for name in names.sorted() {
      guard let percent = line("\(folder)/\(name)/capacity").flatMap({ Float($0) }),
        (0...100).contains(percent)
      else { continue }
      return (percent / 100, line("\(folder)/\(name)/status")?.lowercased() ?? "unknown")
    }
    return (-1, "unknown")
  }

  /// Returns the first line of a file; nil if there is no file.
  private func line(_ path: String) -> String? {
    guard let data = try? FileSystem.contents(of: root + path) else { return nil }
    let line = String(decoding: data, as: UTF8.self).prefix { !$0.isNewline }
    return line.isEmpty ? nil : String(line)
  }
}
