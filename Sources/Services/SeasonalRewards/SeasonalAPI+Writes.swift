import APICore
import Foundation

/// The calls that change data.
///
/// None is repeated if the server may have seen it, except an award with the activity's UUID, which
/// the server counts once.
extension SeasonalAPI {
  /// Returns `POST /rewards`: creates a reward.
  public static func createRewardCall(_ request: CreateSeasonalRewardRequest) -> APICall {
    APICall(.post, endpoint: rewardsPath, body: body(request), isIdempotent: false)
  }

  /// Returns `PUT /rewards/{id}`: changes a reward.
  public static func updateRewardCall(
    id: Int64, _ request: UpdateSeasonalRewardRequest
  ) -> APICall {
    APICall(
      .put, endpoint: rewardsPath + "/{id}", path: rewardsPath + "/\(id)", body: body(request),
      isIdempotent: false)
  }

  /// Returns `DELETE /rewards/{id}`: deletes a reward.
  public static func deleteRewardCall(id: Int64) -> APICall {
    APICall(
      .delete, endpoint: rewardsPath + "/{id}", path: rewardsPath + "/\(id)", isIdempotent: false)
  }

  /// Returns `POST /api/v1/points/earn`: awards points for an activity.
  public static func earnCall(_ request: EarnPointsRequest) -> APICall {
    APICall(.post, endpoint: earnPath, body: body(request), isIdempotent: request.countsOnce)
  }

  // MARK: - Implementation

  /// The encoder of bodies; it sorts members by name.
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
