import APICore
import CCurl
import Foundation

/// The running exchanges of a net, used only by the loop's thread.
struct CurlExchanges {
  private struct Running {
    let order: CurlLoop.Order
    let reader: AnswerReader
    let body: BodyReader?
    let exchange: OpaquePointer
    let start: ContinuousClock.Instant

    /// The time at which the current phase times out.
    var due: ContinuousClock.Instant {
      start + (reader.hasBegun ? order.time : min(order.time, order.limits.firstByteTime))
    }
  }

  private let net: OpaquePointer
  private let network: NetworkSettings
  private var running: [Int: Running] = [:]

  init(_ net: OpaquePointer, _ network: NetworkSettings) {
    self.net = net
    self.network = network
  }

  /// Starts an exchange; returns the error if it cannot be started.
  mutating func begin(_ order: CurlLoop.Order) -> TransportError? {
    let reader = AnswerReader(order)
    let body = order.request.stream.map { BodyReader($0, host: order.request.host) }
    do throws(TransportError) {
      let exchange = try order.request.exchange(order.limits, network, reader, body)
      running[order.id] = Running(
        order: order, reader: reader, body: body, exchange: exchange, start: .now)
      guard rb_exchange_start(net, exchange) else {
        drop(order.id)
        throw .malformed(host: order.request.host, reason: "the request cannot be sent")
      }
      return nil
    } catch {
      return error
    }
  }

  /// Ends an exchange whose caller no longer waits.
  mutating func drop(_ id: Int) {
    if let running = running.removeValue(forKey: id) { rb_exchange_drop(net, running.exchange) }
  }

  /// Ends all exchanges.
  mutating func dropAll() {
    for id in running.keys { drop(id) }
  }

  /// Waits until something happens or the next timeout.
  func turn() {
    let due = running.values.map(\.due).min()
    var wait = due.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3600)
    // libcurl before 8.0 may leave data that has arrived on such a connection unread until the next
    // call, and nothing wakes the loop for that call.
    if running.values.contains(where: \.order.request.startsWithHTTP2) {
      wait = min(wait, .milliseconds(50))
    }
    rb_net_turn(net, Int32(max(0, min(wait / .milliseconds(1), 3_600_000)).rounded(.up)))
  }

  /// Returns the answer of an exchange that has ended or timed out; nil if all others continue.
  mutating func nextAnswer() -> (id: Int, answer: CurlLoop.Answer)? {
    var ending = rb_ending()
    if rb_net_ended(net, &ending) {
      // Safety: the exchange's reader is in `running` until the exchange is dropped.
      let id = Unmanaged<AnswerReader>.fromOpaque(ending.context).takeUnretainedValue().id
      guard let ended = running[id] else { preconditionFailure("no exchange of this number") }
      defer { drop(id) }
      // If the answer is complete, the server did not need the rest of the body.
      if ending.end != RB_END_WHOLE, let failure = ended.body?.failure {
        return (id, .failure(failure))
      }
      do throws(TransportError) {
        let response = try ended.reader.answer(after: ending, ended.order.limits)
        return (id, .success((response, ended.start.duration(to: .now))))
      } catch {
        return (id, .failure(error))
      }
    }
    let now = ContinuousClock.now
    guard let late = running.values.first(where: { $0.due <= now }) else { return nil }
    let limits = late.order.limits
    let limit = late.start + late.order.time <= now ? limits.totalTime : limits.firstByteTime
    defer { drop(late.order.id) }
    return (
      late.order.id, .failure(.timedOut(host: late.order.request.host, after: limit))
    )
  }
}
