import IAPCore

/// The program that delivers, as the options name it; `finish` runs it for each transaction.
struct Delivery {
  let call: ProgramCall
  /// Milliseconds.
  let timeout: Int64

  /// Half a minute: longer than a request to a server, shorter than anybody waits.
  private static let usualTimeout = 30 * Instant.second

  /// `nil`: no program is named.
  init?(_ options: ParsedOptions) throws(UsageError) {
    timeout = options.duration("deliver-timeout").map(Self.milliseconds) ?? Self.usualTimeout
    switch (options.text("deliver"), options.text("deliver-shell")) {
    case (let program?, nil):
      call = ProgramCall(program: program, arguments: options.texts("deliver-arg"))
    case (nil, let line?):
      try Self.refuse(["deliver-arg"], options)
      call = ProgramCall.shell(line)
    case (nil, nil):
      try Self.refuse(["deliver-arg", "deliver-timeout", "delay"], options)
      return nil
    case (.some, .some):
      throw UsageError(
        .conflict("--deliver and --deliver-shell exclude each other"),
        command: options.command
      )
    }
  }

  private static func refuse(_ names: [String], _ options: ParsedOptions) throws(UsageError) {
    guard let name = names.first(where: options.has) else { return }
    throw UsageError(.conflict("--\(name) needs --deliver"), command: options.command)
  }

  /// A timeout is counted on a watch, so that months and days have fixed lengths.
  private static func milliseconds(_ duration: CalendarDuration) -> Int64 {
    let days = Int64(duration.months) * 30 + Int64(duration.days)
    return days * Instant.day + duration.milliseconds
  }

  /// Runs the program for one transaction; nothing of the store is held meanwhile.
  func run(_ task: DeliveryTask, by programs: any ProgramRunner) -> DeliveryOutcome {
    var call = call
    call.input = task.input
    call.variables[task.environment.name] = task.environment.value
    call.timeout = timeout
    switch programs.run(call) {
    case .exited(0): return DeliveryOutcome(task)
    case .exited(let status): return DeliveryOutcome(task, failure: .exited(status))
    case .signalled(let signal): return DeliveryOutcome(task, failure: .killed(signal: signal))
    case .timedOut: return DeliveryOutcome(task, failure: .timedOut(timeout))
    case .notStarted(let text): return DeliveryOutcome(task, failure: .notStarted(text))
    }
  }
}
