/// The facts about a device that support needs.
public struct DeviceInfoDto: Codable, Equatable, Sendable {
  /// The model, such as `iPhone14,2`.
  public let deviceModel: String
  /// The name, such as `John's iPhone`.
  public let deviceName: String
  /// The operating system's version.
  public let osVersion: String
  /// The app's version.
  public let appVersion: String
  /// The app's build.
  public let appBuild: String
  /// The width of the screen in points; 0 without a screen.
  public let screenWidth: Int
  /// The height of the screen in points; 0 without a screen.
  public let screenHeight: Int
  /// The charge of the battery from 0 to 1; -1 if unknown.
  public let batteryLevel: Float
  /// The state of the battery, such as `charging`.
  public let batteryState: String
  /// The locale, such as `en_GB`.
  public let locale: String
  /// The time zone, such as `Europe/London`.
  public let timezone: String

  /// Describes a device.
  public init(
    deviceModel: String, deviceName: String, osVersion: String, appVersion: String,
    appBuild: String, screenWidth: Int, screenHeight: Int, batteryLevel: Float,
    batteryState: String, locale: String, timezone: String
  ) {
    self.deviceModel = deviceModel
    self.deviceName = deviceName
    self.osVersion = osVersion
    self.appVersion = appVersion
    self.appBuild = appBuild
    self.screenWidth = screenWidth
    self.screenHeight = screenHeight
    self.batteryLevel = batteryLevel
    self.batteryState = batteryState
    self.locale = locale
    self.timezone = timezone
  }
}
