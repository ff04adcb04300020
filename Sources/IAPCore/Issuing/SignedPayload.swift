/// Payloads in Apple's exact shape: which members are there, and in which units.
///
/// The order of members is that of the vocabulary, the same every time; Apple's own differs from
/// payload to payload.
package enum SignedPayload {
  /// A `JWSTransactionDecodedPayload`.
  package static func transaction(
    _ transaction: Transaction,
    app: IssuedApp,
    signedDate: Instant,
    device: DeviceVerification? = nil
  ) -> JSONValue {
    var issued = transaction
    issued.bundleID = app.bundleID
    issued.environment = app.environment
    issued.signedDate = signedDate
    if app.isXcode {
      issued.isUpgraded = transaction.isUpgraded ?? false
    } else if transaction.isUpgraded == false {
      issued.isUpgraded = nil
    }
    return JSONValueEncoder.encode(issued).appending(device)
  }

  /// A `JWSRenewalInfoDecodedPayload`; it names no app.
  package static func renewalInfo(
    _ renewalInfo: RenewalInfo,
    app: IssuedApp,
    signedDate: Instant,
    device: DeviceVerification? = nil
  ) -> JSONValue {
    var issued = renewalInfo
    issued.environment = app.environment
    issued.signedDate = signedDate
    return JSONValueEncoder.encode(issued).appending(device)
  }

  /// An app transaction; it is dated by `receiptCreationDate` instead of `signedDate`.
  package static func appTransaction(
    _ appTransaction: AppTransaction,
    app: IssuedApp,
    signedDate: Instant,
    device: DeviceVerification? = nil
  ) -> JSONValue {
    var issued = appTransaction
    issued.bundleID = app.bundleID
    issued.receiptType = app.environment
    issued.appAppleID = app.writtenAppleID
    issued.receiptCreationDate = signedDate
    issued.deviceVerification = device?.value ?? appTransaction.deviceVerification
    issued.deviceVerificationNonce = device?.nonce ?? appTransaction.deviceVerificationNonce
    guard app.isXcode else { return JSONValueEncoder.encode(issued) }
    issued.originalPurchaseDate = xcodeOriginalPurchaseDate
    return JSONValueEncoder.encode(issued)
      .replacing("requestDate", with: .integer(signedDate.milliseconds))
  }

  /// A `responseBodyV2DecodedPayload` whose inner parts `sign` has turned into JWS.
  package static func notification(
    _ notification: ServerNotification,
    app: IssuedApp,
    sign: (JSONValue) throws(SigningFailure) -> String
  ) throws(SigningFailure) -> JSONValue {
    let date = notification.signedDate
    var payload = JSONValueEncoder.encode(notification.naming(app))
    if var data = payload["data"] {
      if let transaction = notification.data?.transaction {
        let inner = Self.transaction(transaction, app: app, signedDate: date)
        data = data.replacing("signedTransactionInfo", with: .string(try sign(inner)))
      }
      if let renewalInfo = notification.data?.renewalInfo {
        let inner = Self.renewalInfo(renewalInfo, app: app, signedDate: date)
        data = data.replacing("signedRenewalInfo", with: .string(try sign(inner)))
      }
      payload = payload.replacing("data", with: data)
    }
    if let appData = payload["appData"], let bought = notification.appData?.appTransaction {
      let inner = Self.appTransaction(bought, app: app, signedDate: date)
      let signed = appData.replacing("signedAppTransactionInfo", with: .string(try sign(inner)))
      payload = payload.replacing("appData", with: signed)
    }
    return payload
  }

  /// Xcode knows no purchase of the app: the first moment of year 1 (storekit-test-api section 9).
  private static let xcodeOriginalPurchaseDate = Instant(milliseconds: -62_135_769_600_000)
}

extension ServerNotification {
  /// The notification with the app's names in whichever object it carries.
  fileprivate func naming(_ app: IssuedApp) -> ServerNotification {
    var named = self
    if data != nil {
      named.data?.bundleID = app.bundleID
      named.data?.environment = app.environment
      named.data?.appAppleID = app.writtenAppleID
    }
    if summary != nil {
      named.summary?.bundleID = app.bundleID
      named.summary?.environment = app.environment
      named.summary?.appAppleID = app.writtenAppleID
    }
    if appData != nil {
      named.appData?.bundleID = app.bundleID
      named.appData?.environment = app.environment
      named.appData?.appAppleID = app.writtenAppleID
    }
    if externalPurchaseToken != nil {
      named.externalPurchaseToken?.bundleID = app.bundleID
      named.externalPurchaseToken?.appAppleID = app.writtenAppleID
    }
    return named
  }
}

extension JSONValue {
  /// The object with this member set where it stands, or added at the end.
  fileprivate func replacing(_ name: String, with value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append(JSONMember(name, value))
    }
    return .object(members)
  }

  fileprivate func appending(_ device: DeviceVerification?) -> JSONValue {
    guard let device else { return self }
    return replacing("deviceVerification", with: .string(device.value))
      .replacing("deviceVerificationNonce", with: .string(device.nonce))
  }
}
