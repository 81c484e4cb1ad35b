import APICore

/// The settings of a sandbox, independent of its services.
public struct SandboxSettings: Sendable {
  /// The port on 127.0.0.1; 0 for any free one.
  public var port: Int
  /// The accepted requests per second and key; 0 for no limit.
  public var rate: Double
  /// The tolerated earliness of a request, which may have travelled faster than the one before.
  public var rateTolerance: Duration = .milliseconds(20)
  /// The number of requests in a day of the clock.
  public var quota = 500_000
  /// The faults.
  public var faults: FaultPlan
  /// The delay of a slow answer.
  public var slowDelay: Duration = .seconds(2)
  /// The clock.
  public var clock: any APIClock = SystemClock()
  /// Receives each request when its answer is ready.
  public var observe: @Sendable (LoggedRequest) -> Void = { _ in }

  /// Makes settings.
  public init(port: Int = 0, rate: Double = 1, faults: FaultPlan = FaultPlan()) {
    self.port = port
    self.rate = rate
    self.faults = faults
  }
}
