import IAPCommandLine
import IAPCore
import IAPPlatform

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Joins the real world to the commands.
@main
enum Main {
  static func main() {
    ProcessFacts.fillStandardStreams()
    let environment = Environment(
      output: DescriptorSink(1),
      errors: DescriptorSink(2),
      variables: ProcessFacts.variable,
      terminal: ProcessFacts.terminal(),
      files: DiskFiles(),
      workingDirectory: ProcessFacts.workingDirectory(),
      stores: DiskStores(),
      cryptography: OpenSSLChecker(),
      keyring: { OpenSSLKeyring(storage: $0, isXcode: $1) },
      offerSigning: OpenSSLOfferSigning(),
      standardInput: DescriptorSource.standardInput(),
      programs: SystemPrograms(),
      wallClock: ProcessFacts.wallClock,
      sleep: ProcessFacts.wait,
      isInterrupted: ProcessSignals.isInterrupted,
      coreCount: ProcessFacts.coreCount(),
      concurrently: Cores.perform
    )
    exit(Tool.run(ProcessFacts.arguments(), in: environment).rawValue)
  }
}
