extension BookStatements {
  /// The moment at which the clock stands; nil while it goes.
  func chatClock() throws(SandboxError) -> Int64? {
    try row("SELECT at FROM chat_clock")?[0]
  }

  /// Sets the clock, or lets it go.
  func setChatClock(_ moment: Int64?) throws(SandboxError) {
    try run("DELETE FROM chat_clock")
    if let moment { try run("INSERT INTO chat_clock (at) VALUES (?)", [moment]) }
  }

  /// The last branding: its number, and since when it holds.
  func branding() throws(SandboxError) -> (number: Int, updatedAt: Int64) {
    let last = try row("SELECT id, updated_at FROM brandings ORDER BY id DESC LIMIT 1")
    return last.map { ($0[0], $0[1]) } ?? (0, 0)
  }

  /// Changes the branding.
  func addBranding(at moment: Int64) throws(SandboxError) {
    try run("INSERT INTO brandings (updated_at) VALUES (?)", [moment])
  }

  /// The number of a customer; nil for one who has sent nothing.
  func customer(_ customer: String) throws(SandboxError) -> Int64? {
    try row("SELECT id FROM customers WHERE customer = ?", [customer])?[0]
  }

  /// The number of a customer, who is added where there is none of the name.
  func addedCustomer(_ customer: String) throws(SandboxError) -> Int64 {
    if let known = try self.customer(customer) { return known }
    return try add("INSERT INTO customers (customer) VALUES (?)", [customer])
  }
}
