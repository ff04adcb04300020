"""Apple's own verifier must accept what iap issues, and refuse what iap tampers with.

usage: interop.py IAP

Makes stores in a temporary folder with the iap command, exports their roots and hands every kind of
signed object to app-store-server-library (PyPI). Exit status 1 when they disagree.
"""

import json
import os
import subprocess
import sys
import tempfile

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import (
    SignedDataVerifier,
    VerificationException,
    VerificationStatus,
)

BUNDLE_ID = "com.example.interop"
APP_APPLE_ID = 1234567890
CATALOG = {
    "identifier": "1F3E5A70",
    "nonRenewingSubscriptions": [],
    "products": [
        {
            "displayPrice": "19.99",
            "familyShareable": False,
            "internalID": "11111111",
            "localizations": [],
            "productID": "lifetime",
            "referenceName": "Lifetime",
            "type": "NonConsumable",
        }
    ],
    "settings": {},
    "subscriptionGroups": [
        {
            "id": "21000001",
            "localizations": [],
            "name": "Plans",
            "subscriptions": [
                {
                    "adHocOffers": [],
                    "codeOffers": [],
                    "displayPrice": "9.99",
                    "familyShareable": False,
                    "groupNumber": 1,
                    "internalID": "22222222",
                    "introductoryOffer": None,
                    "localizations": [],
                    "productID": "pro_monthly",
                    "recurringSubscriptionPeriod": "P1M",
                    "referenceName": "Pro",
                    "subscriptionGroupID": "21000001",
                    "type": "RecurringSubscription",
                }
            ],
        }
    ],
    "version": {"major": 4, "minor": 0},
}


class Store:
    """One store folder and the iap command that works on it."""

    def __init__(self, iap, folder, environment):
        self.iap = iap
        self.folder = folder
        self.environment = environment
        # Notifications keep the signature they got first, so that these stay wrong for ever.
        self.tampered = set()
        catalog = folder + ".storekit"
        with open(catalog, "w") as file:
            json.dump(CATALOG, file)
        self.run(
            "init", "--catalog", catalog, "--bundle-id", BUNDLE_ID,
            "--app-apple-id", str(APP_APPLE_ID), "--environment", environment.value,
        )

    def run(self, *words):
        done = subprocess.run(
            [self.iap, "--store", self.folder, *words], capture_output=True, text=True
        )
        if done.returncode != 0:
            sys.exit("interop: iap %s: exit %d\n%s" % (" ".join(words), done.returncode, done.stderr))
        return done.stdout

    def lines(self, *words):
        return self.run(*words).split()

    def live(self):
        """Buys, renews and refunds, so that there is something of every kind."""
        self.run("purchase", "pro_monthly")
        self.run("purchase", "lifetime")
        self.run("store", "advance", "P2M")
        self.run("store", "refund", "lifetime")
        self.run("store", "notify", "test")

    def verifier(self):
        root = self.folder + "-root.der"
        self.run("store", "keys", "export-root", root)
        with open(root, "rb") as file:
            certificate = file.read()
        app_id = APP_APPLE_ID if self.environment == Environment.PRODUCTION else None
        return SignedDataVerifier([certificate], False, self.environment, BUNDLE_ID, app_id)


class Judge:
    """Counts what was judged; says what is not as expected."""

    def __init__(self):
        self.accepted = 0
        self.refused = 0
        self.failures = []

    def accept(self, what, verify, jws):
        try:
            decoded = verify(jws)
        except VerificationException as problem:
            self.failures.append("%s: refused, %s" % (what, problem.status))
            return None
        self.accepted += 1
        return decoded

    def refuse(self, what, verify, jws, expected):
        try:
            verify(jws)
        except VerificationException as problem:
            if problem.status in expected:
                self.refused += 1
            else:
                self.failures.append("%s: refused for %s" % (what, problem.status))
            return
        self.failures.append("%s: accepted" % what)

    def expect(self, what, found, wanted):
        if found == wanted:
            self.accepted += 1
        else:
            self.failures.append("%s: found %r, wanted %r" % (what, found, wanted))


def judge_everything(store, judge, when):
    verifier = store.verifier()
    name = "%s, %s: " % (store.environment.value, when)
    transactions = [
        judge.accept(name + "transaction", verifier.verify_and_decode_signed_transaction, jws)
        for jws in store.lines("history", "--signed")
    ]
    history = json.loads(store.run("history", "--json"))["transactions"]
    judge.expect(
        name + "transaction ids",
        [decoded and decoded.transactionId for decoded in transactions],
        [transaction["transactionId"] for transaction in history],
    )
    renewals = 0
    for jws in store.lines("store", "notifications", "--signed"):
        if jws in store.tampered:
            continue
        notification = judge.accept(
            name + "notification", verifier.verify_and_decode_notification, jws
        )
        data = notification and notification.data
        if data and data.signedTransactionInfo:
            judge.accept(
                name + "transaction in a notification",
                verifier.verify_and_decode_signed_transaction, data.signedTransactionInfo,
            )
        if data and data.signedRenewalInfo:
            renewals += 1
            judge.accept(
                name + "renewal info in a notification",
                verifier.verify_and_decode_renewal_info, data.signedRenewalInfo,
            )
    judge.expect(name + "there are renewal infos", renewals > 0, True)
    app_transaction = store.run("receipt", "--format", "app-transaction").strip()
    judge.accept(
        name + "app transaction", verifier.verify_and_decode_app_transaction, app_transaction
    )
    receipt = "".join(store.run("receipt").split())
    found = ReceiptUtility().extract_transaction_id_from_app_receipt(receipt)
    ids = [transaction["transactionId"] for transaction in history]
    judge.expect(name + "transaction id in the receipt", found in ids, True)
    return verifier


def judge_tampering(store, judge, verifier):
    wrong = {
        "signature": {VerificationStatus.VERIFICATION_FAILURE},
        "chain": {VerificationStatus.VERIFICATION_FAILURE},
        "expiry": {VerificationStatus.VERIFICATION_FAILURE},
        "bundle-id": {VerificationStatus.INVALID_APP_IDENTIFIER},
        "environment": {VerificationStatus.INVALID_ENVIRONMENT},
    }
    for what, expected in wrong.items():
        store.run("store", "set", "tamper", what)
        store.run("store", "notify", "test")
        name = "%s, tampered %s: " % (store.environment.value, what)
        for jws in store.lines("history", "--signed"):
            judge.refuse(
                name + "transaction", verifier.verify_and_decode_signed_transaction, jws, expected
            )
        jws = store.lines("store", "notifications", "--signed")[-1]
        store.tampered.add(jws)
        judge.refuse(
            name + "notification", verifier.verify_and_decode_notification, jws, expected
        )
        judge.refuse(
            name + "app transaction", verifier.verify_and_decode_app_transaction,
            store.run("receipt", "--format", "app-transaction").strip(), expected,
        )
    store.run("store", "set", "tamper", "off")


def main():
    iap = os.path.abspath(sys.argv[1])
    judge = Judge()
    with tempfile.TemporaryDirectory() as folder:
        for environment in [Environment.SANDBOX, Environment.PRODUCTION]:
            store = Store(iap, os.path.join(folder, environment.value), environment)
            store.live()
            before = store.lines("history", "--signed")
            verifier = judge_everything(store, judge, "first keys")
            judge_tampering(store, judge, verifier)
            store.run("store", "keys", "rotate")
            verifier = judge_everything(store, judge, "after rotation")
            for jws in before:
                judge.accept(
                    "signed before rotation", verifier.verify_and_decode_signed_transaction, jws
                )
    for failure in judge.failures:
        print("interop: " + failure, file=sys.stderr)
    print(
        "interop: Apple's library accepted %d and refused %d as it should, %d failures"
        % (judge.accepted, judge.refused, len(judge.failures))
    )
    return 1 if judge.failures else 0


if __name__ == "__main__":
    sys.exit(main())
