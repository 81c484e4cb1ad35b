import APICore
import APISandbox
import Foundation
import Testing

struct SportsbookAnswerTests {
  @Test(arguments: [
    ("/api/home/v1/template", 422, "platform"),
    ("/api/home/v1/template?platform=iOS", 422, "platform"),
    ("/api/promotions/v1?platform=tv", 422, "platform"),
    ("/api/promotions/v1/banners?client_id=one", 422, "client_id"),
    ("/api/promotions/v1/news?user_type=", 422, "user_type"),
    ("/api/promotions/v1/news?page=0", 422, "page"),
    ("/api/promotions/v1/news?page_size=x", 422, "page_size"),
    ("/api/promotions/v1/stories?client_id=9", 403, nil), ("/api/promotions/v1/wheel", 404, nil),
    ("/api/home/v1/other", 404, nil), ("/api/promotions/v1/banners/1", 404, nil),
  ])
  func `what is wrong is refused by field, with the guide's statuses`(
    path: String, status: Int, field: String?
  ) throws {
    let response = try SportsbookDesk().send(path)
    #expect(response.status == status)
    let json = try JSONValue(parsing: response.body)
    #expect(json["message"]?.text?.isEmpty == false)
    #expect((json["errors"] != nil) == (field != nil))
    if let field { #expect(json["errors"]?[field]?[0] == json["message"]) }
  }

  @Test func `other methods than the guide's are a 405`() throws {
    let desk = try SportsbookDesk()
    #expect(try desk.send(.get, "/api/auth/v1/login", token: nil).status == 405)
    let token = try JSONValue(
      parsing: try desk.send(
        .post, "/api/auth/v1/login", token: nil,
        body: #"{"username": "user@example.test", "password": "railbirdsandboxpassword"}"#
      ).body)["token"]?.text
    #expect(try desk.send(.post, "/api/promotions/v1", token: token).status == 405)
  }

  @Test(arguments: [
    ("ios", "iOS Home Template", 4), ("web", "Web Home Template", 5),
    ("android", "Android Home Template", 4), ("mobile", "Mobile Home Template", 4),
  ])
  func `each platform has a template of its own, set up on Mondays`(
    platform: String, title: String, sections: Int
  ) throws {
    let desk = try SportsbookDesk()
    let response = try desk.send("/api/home/v1/template?platform=\(platform)&client_id=2")
    let json = try JSONValue(parsing: response.body)
    #expect(json["title"] == .string(title) && json["client_id"] == 2)
    #expect(json["platform"] == .string(platform))
    guard case .array(let list)? = json["sections"] else {
      Issue.record("\(json.json)")
      return
    }
    #expect(list.count == sections && list[0]["source"] == "promotions/v1/hero-cards")
    #expect(json["updated_at"] == "2024-05-13T09:15:00.000000Z")
  }

  /// Moments of a week, seven hours apart.
  private static let moments = (0..<24).map { 1_715_774_400_000_000 + Int64($0) * 25_200_000_000 }

  @Test func `lists hold what is active, and what ended or begins within a day`() throws {
    let desk = try SportsbookDesk()
    let kinds = ["banners", "sport-banners", "boosted-odds-banners", "hero-cards", "stories"]
    let truth = try desk.truth("promotions", "2024-05-01", "2024-06-01")
    var (later, earlier, drafts) = (0, 0, 0)
    for moment in Self.moments {
      desk.service.setClock(moment)
      for kind in kinds {
        let listed = try desk.list(kind).compactMap { $0["id"]?.text }
        let expected = truth.filter { row in
          row["kind"] == kind && APIDate(row["start_date"]!)!.micros <= moment + 86_400_000_000
            && APIDate(row["end_date"]!)!.micros >= moment - 86_400_000_000
        }
        #expect(Set(listed) == Set(expected.map { $0["item_id"]! }), "\(kind) at \(moment)")
        #expect(listed.count == expected.count)
        later += expected.count { APIDate($0["start_date"]!)!.micros > moment }
        earlier += expected.count { APIDate($0["end_date"]!)!.micros < moment }
        drafts += expected.count { $0["status"] == "draft" }
      }
    }
    #expect(later > 0 && earlier > 0 && drafts > 0)
  }

  @Test func `the alert banner is there while it is active, and not at other times`() throws {
    let desk = try SportsbookDesk()
    let truth = try desk.truth("promotions", "2024-05-01", "2024-06-01")
      .filter { $0["kind"] == "alert-banner" }
    var statuses: Set<Int> = []
    for moment in Self.moments {
      desk.service.setClock(moment)
      let response = try desk.send("/api/promotions/v1/alert-banner")
      statuses.insert(response.status)
      let active = truth.first { row in
        (APIDate(row["start_date"]!)!.micros...APIDate(row["end_date"]!)!.micros).contains(moment)
      }
      #expect(response.status == (active == nil ? 204 : 200))
      let all = try desk.json("")["bannerAlert"]
      let told = try active.map { _ in try JSONValue(parsing: response.body) }
      #expect(all == told ?? .null)
      #expect(all?["id"]?.text == active?["item_id"])
    }
    #expect(statuses == [200, 204])
  }

  @Test func `all promotions are those of the single lists`() throws {
    let desk = try SportsbookDesk()
    let all = try desk.json("")
    #expect(all["banners"] == .array(try desk.list("banners")))
    #expect(all["sportBanners"] == .array(try desk.list("sport-banners")))
    #expect(all["stories"] == .array(try desk.list("stories")))
  }

  @Test func `news come page by page, the latest first, and never from the future`() throws {
    let desk = try SportsbookDesk()
    let all = try desk.list("news")
    let dates = all.compactMap { $0["published_date"]?.text }
    #expect(all.count > 8 && dates == dates.sorted(by: >))
    #expect(dates[0] <= "2024-05-15T12:00:00.000000Z")
    #expect(try desk.list("news?page_size=3") == Array(all.prefix(3)))
    #expect(try desk.list("news?page=2&page_size=3") == Array(all.dropFirst(3).prefix(3)))
    #expect(try desk.list("news?page=99&page_size=3") == [] && desk.list("news?page=2") == [])
    let truth = try desk.truth("news", "2024-05-12", "2024-05-15")
    #expect(
      Set(truth.compactMap { $0["news_id"] }).isSuperset(of: all.compactMap { $0["id"]?.text }))
  }

  @Test(arguments: ["banners", "sport-banners", "boosted-odds-banners", "hero-cards", "stories"])
  func `the live form points at events and markets, and has its own dates`(kind: String) throws {
    let desk = try SportsbookDesk { $0.wire = .live }
    let list = try desk.list(kind)
    #expect(!list.isEmpty)
    for item in list {
      #expect(item["action_type"] == nil && item["event"] == nil && item["original_odd"] == nil)
      if let id = item["sport_event_id"] { #expect(id.text?.contains(/^\d+\.1$/) == true) }
      if let start = item["start_date"] {
        #expect(start.text?.contains(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) == true)
      }
    }
    #expect(try desk.list("pro-choices").allSatisfy { $0["tipster"] == nil })
    guard case .array(let campaigns) = try desk.json("") else {
      Issue.record("no list of campaigns")
      return
    }
    #expect(campaigns.allSatisfy { $0["slug"] != nil } && !campaigns.isEmpty)
    desk.service.setClock(APIDate("2024-05-15T23:00:00Z")!.micros)
    let template = try desk.send("/api/home/v1/template?platform=ios")
    #expect(try JSONValue(parsing: template.body)["widgets"]?[0]?["name"] == "alertBanners")
  }

  @Test func `without an alert banner the live form is an empty object`() throws {
    let desk = try SportsbookDesk(at: "2024-05-15T05:00:00Z") { $0.wire = .live }
    #expect(try desk.json("/alert-banner") == [:])
  }

  @Test func `one seed gives one world, another another`() throws {
    let desk = try SportsbookDesk()
    #expect(try desk.json("") == SportsbookDesk().json(""))
    #expect(try desk.json("") != SportsbookDesk { $0.seed = 5 }.json(""))
  }
}
