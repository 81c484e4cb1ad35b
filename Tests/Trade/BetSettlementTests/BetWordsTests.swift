import BetSettlement
import Columns
import Racing
import Testing

struct BetWordsTests {
  @Test(arguments: [
    ("Win", RaceBet.Kind.win), ("単勝", .win), ("獨贏", .win), ("Simple gagnant", .win),
    ("place", .place), ("複勝", .place), ("複　勝", .place), ("Placé", .place), ("位置", .place),
    ("Each Way", .eachWay), ("each_way", .eachWay), ("E/W", .eachWay), ("Ｅ／Ｗ", .eachWay),
    ("EW", .eachWay), ("e-w", .eachWay), ("Each Way Single", .eachWay), ("応援馬券", .eachWay),
    ("Lay", .lay), ("Lay (Place)", .placeLay),
  ])
  func `kinds are known in the words of logs`(word: String, kind: RaceBet.Kind) {
    #expect(BetWords.kind(word) == .race(kind))
  }

  @Test func `other kinds say why they cannot be settled, unknown words are none`() {
    #expect(BetWords.kind("E/W Double") == .other("a bet on several races"))
    #expect(BetWords.kind("Lucky 15") == .other("a bet on several races"))
    #expect(BetWords.kind("馬連") == .pool(.quinella) && BetWords.kind("3連単") == .pool(.trifecta))
    #expect(BetWords.kind("Banker") == nil && BetWords.kind("") == nil)
    #expect(BetWords.result("WON") == .won && BetWords.result("N/R") == .void)
    #expect(BetWords.price("S.P.") == .sp && BetWords.price("7/2") == nil)
  }

  private static func race(withdrawn: Int? = nil) -> BetRace {
    let runners = (1...8).map { (number: Int) in
      BetRunner(
        "Horse \(number)", number: number, number == withdrawn ? .nonRunner : .finished,
        position: number == withdrawn ? nil : number)
    }
    var race = BetRace(Day(iso: "2024-06-01")!, runners)
    race.dividends = [
      PoolDividend(.quinella, [1, 2], micros: 12_300_000),
      PoolDividend(.exacta, [1, 2], micros: 20_000_000),
      PoolDividend(.quinellaPlace, [1, 2], micros: 3_000_000),
      PoolDividend(.quinellaPlace, [1, 3], micros: 4_000_000),
      PoolDividend(.trio, [1, 2, 3], micros: nil),
    ]
    return race
  }

  @Test(arguments: [
    (PoolBet.Pool.quinella, [2, 1], 1_230), (.quinella, [1, 3], 0), (.exacta, [1, 2], 2_000),
    (.exacta, [2, 1], 0), (.quinellaPlace, [3, 1], 400), (.quinellaPlace, [2, 3], 0),
  ])
  func `a combination returns its dividend, the order counts in some pools`(
    pool: PoolBet.Pool, numbers: [Int], returned: Int
  ) throws {
    let bet = PoolBet(pool, numbers, stakeMicros: 100_000_000)
    #expect(try bet.settle(in: Self.race()).returnedMicros == Int64(returned) * 1_000_000)
  }

  @Test func `pools without a known dividend stay open, withdrawn runners give the stake back`()
    throws
  {
    func settled(_ pool: PoolBet.Pool, _ numbers: [Int]) throws(SettlementGap) -> BetReturn {
      try PoolBet(pool, numbers, stakeMicros: 100_000_000).settle(in: Self.race(withdrawn: 8))
    }
    #expect(throws: SettlementGap.self) { try settled(.trio, [1, 2, 3]) }
    #expect(throws: SettlementGap.self) { try settled(.trifecta, [1, 2, 3]) }
    #expect(throws: SettlementGap.self) { try settled(.quinella, [1, 9]) }
    let void = try settled(.quinella, [1, 8])
    #expect(void.isVoid && void.profitMicros == 0)
  }
}
