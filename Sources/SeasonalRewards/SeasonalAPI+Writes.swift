import APICore
import Foundation

/// The calls that change something.
///
/// None is repeated where the server may have seen it, but an award with the activity's UUID, which
/// the server counts once.
extension SeasonalAPI {
  /// `POST /rewards`: a new reward.
  public static func createRewardCall(_ request: CreateSeasonalRewardRequest) -> APICall {
    APICall(.post, endpoint: rewardsPath, body: body(request), isIdempotent: false)
  }

  /// `PUT /rewards/{id}`: a reward's change.
  public static func updateRewardCall(
    id: Int64, _ request: UpdateSeasonalRewardRequest
  ) -> APICall {
    APICall(
      .put, endpoint: rewardsPath + "/{id}", path: rewardsPath + "/\(id)", body: body(request),
      isIdempotent: false)
  }

  /// `DELETE /rewards/{id}`: a reward's end.
  public static func deleteRewardCall(id: Int64) -> APICall {
    APICall(
      .delete, endpoint: rewardsPath + "/{id}", path: rewardsPath + "/\(id)", isIdempotent: false)
  }

  /// `POST /api/v1/points/earn`: points for an activity.
  public static func earnCall(_ request: EarnPointsRequest) -> APICall {
    APICall(.post, endpoint: earnPath, body: body(request), isIdempotent: request.countsOnce)
  }

  // MARK: - Implementation

  /// How bodies are written: members in the order of their names.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private static func body(_ request: some Encodable) -> Data {
    guard let data = try? encoder.encode(request) else {
      preconditionFailure("a request that JSON cannot write")
    }
    return data
  }
}
