import APICore
import Columns

/// Races as they change.
///
/// The service has no such stream, so ``PolledRaces`` asks again and again; a source that sends
/// changes by itself would conform too.
public protocol RaceUpdates: AsyncSequence, Sendable where Element == RaceUpdate {}

/// The races of a day at one moment, or why they could not be had.
public typealias RaceUpdate = Result<[Race], APIError>

/// Asks for a day's races at an interval, and gives them whenever they have changed.
///
/// It never ends by itself: an error is an element, and the next interval asks again. It ends when
/// its task is cancelled.
public struct PolledRaces: RaceUpdates {
  private let source: any RacingDataSource
  private let clock: any APIClock
  private let interval: Duration

  init(_ source: any RacingDataSource, every interval: Duration, clock: any APIClock) {
    self.source = source
    self.clock = clock
    self.interval = interval
  }

  /// Starts anew.
  public func makeAsyncIterator() -> Iterator { Iterator(races: self) }

  /// Asks when the next element is wanted.
  public struct Iterator: AsyncIteratorProtocol {
    let races: PolledRaces
    private var last: RaceUpdate?
    private var askedAt: Duration?

    init(races: PolledRaces) { self.races = races }

    /// The races after their next change; nil when the task is cancelled.
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
  /// Today's races whenever they have changed.
  ///
  /// - Parameter interval: How often they are asked for.
  /// - Returns: The sequence; nothing is asked before its first element is.
  public func raceUpdates(every interval: Duration = .seconds(60)) -> PolledRaces {
    PolledRaces(source, every: interval, clock: realDataService.clock)
  }
}
