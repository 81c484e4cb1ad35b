import APICore

/// How a sandbox is to behave, whatever it serves.
public struct SandboxSettings: Sendable {
  /// The port on 127.0.0.1; 0 for any that is free.
  public var port: Int
  /// Requests per second and key that are accepted; 0 for no limit.
  public var rate: Double
  /// How much too early a request may come: what it gained on the way over the one before.
  public var rateTolerance: Duration = .milliseconds(20)
  /// Requests in a day of the clock.
  public var quota = 500_000
  /// What goes wrong.
  public var faults: FaultPlan
  /// How late a slow answer is.
  public var slowDelay: Duration = .seconds(2)
  /// The time.
  public var clock: any APIClock = SystemClock()
  /// Is told each request when its answer is ready.
  public var observe: @Sendable (LoggedRequest) -> Void = { _ in }

  /// Sets the port, the limit and the faults.
  public init(port: Int = 0, rate: Double = 1, faults: FaultPlan = FaultPlan()) {
    self.port = port
    self.rate = rate
    self.faults = faults
  }
}
