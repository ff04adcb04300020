/// The products of purchases that stand in the data and cannot be read.
package struct LeftOutPurchases: Equatable, Sendable {
  package private(set) var products: Set<ProductID> = []
  /// True: of one not even the product can be read, so that it may be any.
  package private(set) var hasUnknownProduct = false

  package init() {}

  /// Notes a purchase; `nil` and "": its product cannot be read either.
  package mutating func add(_ product: String?) {
    if let product, !product.isEmpty {
      products.insert(ProductID(product))
    } else {
      hasUnknownProduct = true
    }
  }

  package mutating func add(_ other: LeftOutPurchases) {
    products.formUnion(other.products)
    hasUnknownProduct = hasUnknownProduct || other.hasUnknownProduct
  }

  /// True: one of the products may have been bought by what could not be read.
  package func concerns(_ asked: some Sequence<ProductID>) -> Bool {
    hasUnknownProduct || asked.contains(where: products.contains)
  }
}
