import IAPCommandLine
import IAPCore
import IAPPlatform

@main
enum Main {
  static func main() {}
}
