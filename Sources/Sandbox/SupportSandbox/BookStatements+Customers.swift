import SandboxCore

extension BookStatements {
  /// Returns the moment at which the clock is stopped; nil if it runs.
  func chatClock() throws(SandboxError) -> Int64? {
    try row("SELECT at FROM chat_clock")?[0]
  }

  /// Stops the clock at a moment, or lets it run.
  func setChatClock(_ moment: Int64?) throws(SandboxError) {
    try run("DELETE FROM chat_clock")
    if let moment { try run("INSERT INTO chat_clock (at) VALUES (?)", [moment]) }
  }

  /// Returns the last branding: its number, and the time from which it is valid.
  func branding() throws(SandboxError) -> (number: Int, updatedAt: Int64) {
    let last = try row("SELECT id, updated_at FROM brandings ORDER BY id DESC LIMIT 1")
    return last.map { ($0[0], $0[1]) } ?? (0, 0)
  }

  /// Adds a branding that replaces the last one.
  func addBranding(at moment: Int64) throws(SandboxError) {
    try run("INSERT INTO brandings (updated_at) VALUES (?)", [moment])
  }

  /// Returns the number of a customer; nil for one who has sent nothing.
  func customer(_ customer: String) throws(SandboxError) -> Int64? {
    try row("SELECT id FROM customers WHERE customer = ?", [customer])?[0]
  }

  /// Returns the number of a customer, after adding an unknown one.
  func addedCustomer(_ customer: String) throws(SandboxError) -> Int64 {
    if let known = try self.customer(customer) { return known }
    return try add("INSERT INTO customers (customer) VALUES (?)", [customer])
  }
}
