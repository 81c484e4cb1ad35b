import APICore
import APISandbox
import Foundation
import TestSupport
import Testing

struct ChatistKeyTests {
  @Test(arguments: [
    (nil, "An API key is required."), ("", "The API key is not valid."),
    ("other", "The API key is not valid."),
  ])
  func `without the right key there is no answer`(key: String?, text: String) throws {
    let desk = try ChatistDesk()
    for path in ["/tickets", "/tickets/ticket_1", "/branding", "/customer"] {
      let response = try desk.send(.get, path, key: key)
      #expect(response.status == 401)
      #expect(try JSONValue(parsing: response.body)["message"]?.text == text)
    }
    #expect(desk.service.serves("/tickets") && !desk.service.serves("/ticketsale"))
  }

  @Test func `an expired key is refused until it is given back`() throws {
    let desk = try ChatistDesk()
    #expect(try desk.send(.get, "/tickets").status == 200)
    #expect(try desk.json(.post, "/sandbox/chatist/expire") == ["expired": true])
    let refused = try desk.send(.get, "/tickets")
    #expect(refused.status == 401)
    #expect(try JSONValue(parsing: refused.body)["message"] == "The API key has expired.")
    #expect(try desk.json(.post, "/sandbox/chatist/renew") == ["expired": false])
    #expect(try desk.send(.get, "/tickets").status == 200)
  }

  @Test func `a key of the settings is the right one, and no other`() throws {
    let desk = try ChatistDesk { $0.key = "k-2" }
    #expect(try desk.send(.get, "/tickets", key: "k-2").status == 200)
    #expect(try desk.send(.get, "/tickets").status == 401)
  }

  @Test func `a request that comes too soon is told when to come again`() throws {
    let clock = ManualClock()
    let desk = try ChatistDesk {
      $0.rate = 0.25
      $0.clock = clock
    }
    #expect(try desk.send(.get, "/tickets").status == 200)
    let refused = try desk.send(.post, "/tickets", body: Data(ChatistDesk.order.utf8))
    #expect(refused.status == 429 && refused.headers["Retry-After"] == "4")
    clock.advance(by: .seconds(4))
    #expect(try desk.json(.get, "/tickets") == [])
  }
}
