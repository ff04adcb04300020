import IAPCore
import Testing

/// What a reader of a document is told of a word that stands in the wrong place.
struct JSONChoiceTests {
  private func problem<Content: Decodable>(_ type: Content.Type, _ text: String) throws
    -> JSONShapeError?
  {
    let value = try JSONParser.parse(Array(text.utf8))
    do throws(JSONShapeError) {
      _ = try JSONValueDecoder.decode(type, from: value)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A word that is none of a type's is told with all that are`() throws {
    let error = try problem(
      PriceEvent.self,
      #"{"id": "pro", "amount": "9.99", "consent": "bogus"}"#
    )
    #expect(error?.path == "consent")
    #expect(error?.problem == .invalidValue("'bogus' is none of required, notice"))
  }
}
