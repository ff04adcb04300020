/// Why a JSON value, well formed in itself, is not what a document asks for.
package struct JSONShapeError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    /// Another kind of value stands here.
    case expected(String, found: String)
    /// A required member is missing.
    case missing
    /// The member is not known; with the nearest known name, if one is near.
    case unknownMember(nearest: String?)
    /// The text or number is none of the allowed ones.
    case invalidValue(String)
  }

  /// Where, as a reader of the file would point: `steps[3].purchase.quantity`.
  package var path: String
  package var problem: Problem

  package init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }
}

/// The names that lead to one value inside a JSON document.
package struct JSONPath: Equatable, Sendable, CustomStringConvertible {
  package private(set) var description: String

  package static let root = JSONPath(description: "")

  private init(description: String) {
    self.description = description
  }

  package func member(_ name: String) -> JSONPath {
    JSONPath(description: description.isEmpty ? name : description + "." + name)
  }

  package func element(_ index: Int) -> JSONPath {
    JSONPath(description: description + "[\(index)]")
  }
}
