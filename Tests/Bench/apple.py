"""Transactions a second that Apple's own library verifies, one process.

usage: apple.py FILE ROOT       FILE: one signed transaction a line, ROOT: a DER certificate
"""

import sys
import time

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

with open(sys.argv[2], "rb") as file:
    root = file.read()
with open(sys.argv[1], encoding="ascii") as file:
    lines = file.read().split()
verifier = SignedDataVerifier([root], False, Environment.SANDBOX, "com.example.app")
start = time.perf_counter()
for line in lines:
    verifier.verify_and_decode_signed_transaction(line)
print(f"{len(lines) / (time.perf_counter() - start):.0f}")
