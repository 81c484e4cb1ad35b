import APICore
import PoniRacing

extension RacingAPI {
  /// Sends a request.
  func answer(to request: FetchRequest) async -> ServiceAnswer {
    await ServiceAnswer(to: request, of: .racing) { () async throws(APIFailure) in
      switch request {
      case .racecards(let day): try await racecards(on: day)
      case .results(let day): try await results(on: day)
      case .race(let id, _): try await race(id)
      }
    }
  }
}
