import CKernels
import Columns
import Racing

/// The past of entities, such as horses or jockeys, up to a month.
///
/// Each month is processed once, in time order and day by day: all runners of a day get their
/// values before the day's runs are added. So a value depends on runs of earlier days only; other
/// rows of the same day and later ones do not change it.
final class EntityPast<State>: @unchecked Sendable {
  // Safety: the caller processes the months on one thread at a time.
  private var states: [State]

  /// Creates entities without any past.
  ///
  /// - Parameters:
  ///   - count: The number of entities.
  ///   - none: The state of an entity that has not run.
  init(count: Int, _ none: State) {
    states = [State](repeating: none, count: count)
  }

  /// Computes values for a month's runners, then adds their runs.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - entities: A code per runner; −1 for none.
  ///   - absent: The value of a runner without an entity.
  ///   - value: Computes a runner's value from its entity's state before a day.
  ///   - add: Adds a starter's run to the state of its entity.
  /// - Returns: A value per runner.
  @inline(__always)
  func values<Value: PastValue>(
    of view: MonthView, _ entities: Buffer<Int32>, absent: Value = .missing,
    _ value: (_ state: inout State, _ day: Int32) -> Value,
    add: (_ state: inout State, _ day: Int32, _ row: Int) -> Void
  ) -> Buffer<Value> {
    states.withUnsafeMutableBufferPointer { states in
      // Safety: points into columns held by the month and the caller.
      let (codes, outcomes) = (entities.pointer, view.outcomes.pointer)
      // A closure that fills a buffer would keep the others from being inlined.
      let memory = ColumnMemory<Value>(count: codes.count)
      let out = memory.start
      var days = PastDays(view)
      while let (day, rows) = days.next() {
        for row in rows {
          // The states are scattered in memory.
          let ahead = row + PastDays.fetchedAhead
          if ahead < codes.count, codes[ahead] >= 0 {
            rb_fetch(states.baseAddress! + Int(codes[ahead]))
          }
          // Safety: `out` has a value per runner, and each day's rows follow the one before.
          out[row] = codes[row] < 0 ? absent : value(&states[Int(codes[row])], day)
        }
        for row in rows where codes[row] >= 0 && Outcome.isStarter(code: outcomes[row]) {
          add(&states[Int(codes[row])], day, row)
        }
      }
      return memory.buffer
    }
  }
}

extension EntityPast where State: PastValue {
  /// Returns, per runner, the value of its entity's last run.
  ///
  /// If the entity ran several times on that day, the last stored run counts. The value is
  /// ``missing`` without an earlier run and without an entity.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - entities: A code per runner; −1 for none.
  ///   - own: The runners' own values.
  /// - Returns: A value per runner.
  func last(of view: MonthView, _ entities: Buffer<Int32>, _ own: Buffer<State>) -> Buffer<State> {
    withExtendedLifetime(own) {
      let own = own.pointer
      return values(of: view, entities) { last, _ in
        last
      } add: { last, _, row in
        last = own[row]
      }
    }
  }
}

extension EntityPast<PastTally> {
  /// Computes, per runner, a figure of its entity's runs and wins on earlier days.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - entities: A code per runner; −1 for none.
  ///   - figure: Computes the figure from numbers of runs and wins.
  /// - Returns: A value per runner; `missing` where it has no entity.
  func counts<Value: PastValue>(
    of view: MonthView, _ entities: Buffer<Int32>,
    _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> Buffer<Value> {
    let wins = PastWins(view)
    return values(of: view, entities) { tally, _ in
      figure(tally.runs, tally.wins)
    } add: { tally, _, row in
      tally.add(wins[row])
    }
  }
}

extension EntityPast<RecentDays> {
  /// Computes, per runner, a figure of its entity's runs and wins on the days just before.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - entities: A code per runner; −1 for none.
  ///   - days: Number of days that count.
  ///   - figure: Computes the figure from numbers of runs and wins.
  /// - Returns: A value per runner; `missing` where it has no entity.
  func recent<Value: PastValue>(
    of view: MonthView, _ entities: Buffer<Int32>, days: Int,
    _ figure: (_ runs: Int32, _ wins: Int32) -> Value
  ) -> Buffer<Value> {
    let wins = PastWins(view)
    return values(of: view, entities) { window, day in
      let past = window.past(before: day, days: Int32(days))
      return figure(past.runs, past.wins)
    } add: { window, day, row in
      window.add(day, wins[row])
    }
  }
}

extension EntityPast<Stretch> {
  /// Counts each runner's earlier runs since its entity's last break.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - entities: A code per runner; −1 for none.
  ///   - breakDays: Smallest number of days between two starts that makes a break.
  /// - Returns: A count per runner; `missing` where it has no entity.
  func sinceBreak(
    of view: MonthView, _ entities: Buffer<Int32>, days breakDays: Int
  ) -> Buffer<Int32> {
    values(of: view, entities) { stretch, day in
      stretch.runs(before: day, breakDays)
    } add: { stretch, day, row in
      stretch.add(day, breakDays)
    }
  }
}
