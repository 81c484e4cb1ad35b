import APICore
import Columns

/// Races as they change.
///
/// The service has no push stream, so ``PolledRaces`` polls; a source with its own stream could
/// conform too.
public protocol RaceUpdates: AsyncSequence, Sendable where Element == RaceUpdate {}

/// The races of a day at one moment, or the error of fetching them.
public typealias RaceUpdate = Result<[Race], APIError>

/// Polls a day's races at an interval, and yields them when they have changed.
///
/// An error is an element, and polling continues. The sequence ends only when its task is
/// cancelled.
public struct PolledRaces: RaceUpdates {
  private let source: any RacingDataSource
  private let clock: any APIClock
  private let interval: Duration

  init(_ source: any RacingDataSource, every interval: Duration, clock: any APIClock) {
    self.source = source
    self.clock = clock
    self.interval = interval
  }

  /// Starts polling from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(races: self) }

  /// Polls when the next element is requested.
  public struct Iterator: AsyncIteratorProtocol {
    let races: PolledRaces
    private var last: RaceUpdate?
    private var askedAt: Duration?

    init(races: PolledRaces) { self.races = races }

    /// Returns the races after their next change; nil when the task is cancelled.
    public mutating func next() async -> RaceUpdate? {
      while !Task.isCancelled {
        if let askedAt {
          do {
            try await races.clock.sleep(until: askedAt + races.interval)
          } catch {
            return nil
          }
        }
        askedAt = races.clock.uptime
        let update = await races.ask()
        if update != last, !Task.isCancelled {
          last = update
          return update
        }
      }
      return nil
    }
  }

  private func ask() async -> RaceUpdate {
    do throws(APIError) {
      return .success(try await source.races(on: source.today, refreshing: true))
    } catch {
      return .failure(error)
    }
  }
}

extension DataSourceManager {
  /// Returns today's races each time they change.
  ///
  /// - Parameter interval: The polling interval.
  /// - Returns: The sequence; polling starts with the first request for an element.
  public func raceUpdates(every interval: Duration = .seconds(60)) -> PolledRaces {
    PolledRaces(source, every: interval, clock: realDataService.clock)
  }
}
