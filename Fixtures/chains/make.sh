#!/usr/bin/env bash
# Makes the certificates of Fixtures/chains and everything signed in Fixtures/chains and
# Fixtures/hostile, with the openssl command. Keys that are there are kept, so that chains stay
# recognisable; signatures and serial numbers of their files change with every run.
#
# usage: Fixtures/chains/make.sh       (then run the tests: they know what must become of each file)
set -euo pipefail
cd "$(dirname "$0")"
hostile=../hostile
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p keys certificates good "$hostile"
rm -f certificates/* good/* "$hostile"/*.jws "$hostile"/*.der "$hostile"/cases.tsv

# ---------------------------------------------------------------- certificates

leaf_marker=1.2.840.113635.100.6.11.1
intermediate_marker=1.2.840.113635.100.6.2.1

cat > "$work/ca.cnf" <<CNF
[ca]
default_ca = any
[any]
database = $work/index.txt
serial = $work/serial
new_certs_dir = $work
default_md = sha256
policy = free
unique_subject = no
copy_extensions = none
[free]
countryName = optional
organizationName = optional
organizationalUnitName = optional
commonName = supplied
[identified]
subjectKeyIdentifier = hash
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[intermediate]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
$intermediate_marker = ASN1:NULL
[intermediate_no_marker]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[intermediate_no_ca]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
$intermediate_marker = ASN1:NULL
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
$leaf_marker = ASN1:NULL
[leaf_no_marker]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[leaf_developer]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, codeSigning
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[leaf_no_signing]
basicConstraints = critical, CA:FALSE
keyUsage = critical, keyAgreement
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
$leaf_marker = ASN1:NULL
[leaf_critical]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
$leaf_marker = ASN1:NULL
1.2.3.4.5 = critical, ASN1:NULL
[plain_root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = none
authorityKeyIdentifier = none
[plain_intermediate]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = none
authorityKeyIdentifier = none
$intermediate_marker = ASN1:NULL
[plain_leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
subjectKeyIdentifier = none
authorityKeyIdentifier = none
$leaf_marker = ASN1:NULL
[xcode]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, codeSigning
CNF
: > "$work/index.txt"
echo 1001 > "$work/serial"

key() { # NAME ALGORITHM...
  local name=$1; shift
  [ -s "keys/$name.pem" ] || openssl genpkey -quiet "$@" -out "keys/$name.pem" 2>/dev/null ||
    openssl genpkey "$@" -out "keys/$name.pem"
}
ec() { key "$1" -algorithm EC -pkeyopt "ec_paramgen_curve:$2" -pkeyopt "ec_param_enc:${3:-named_curve}"; }
rsa() { key "$1" -algorithm RSA -pkeyopt "rsa_keygen_bits:$2"; }

# certificate NAME KEY SUBJECT ISSUER EXTENSIONS START END [DIGEST]
# ISSUER is NAME/KEY of the issuer, or "self".
certificate() {
  local name=$1 key=$2 subject=$3 issuer=$4 extensions=$5 start=$6 end=$7 digest=${8:-sha256}
  openssl req -new -config "$work/ca.cnf" -key "keys/$key.pem" -subj "$subject" \
    -out "$work/request.pem" 2>/dev/null || openssl req -new -key "keys/$key.pem" \
    -subj "$subject" -out "$work/request.pem"
  local by
  if [ "$issuer" = self ]; then
    by=(-selfsign -keyfile "keys/$key.pem")
  else
    openssl x509 -inform der -in "certificates/${issuer%/*}.der" -out "$work/issuer.pem"
    by=(-cert "$work/issuer.pem" -keyfile "keys/${issuer#*/}.pem")
  fi
  openssl ca -config "$work/ca.cnf" -batch -notext -preserveDN -md "$digest" \
    -startdate "$start" -enddate "$end" -extensions "$extensions" "${by[@]}" \
    -in "$work/request.pem" -out "$work/certificate.pem" 2> "$work/log" || { cat "$work/log"; exit 1; }
  openssl x509 -in "$work/certificate.pem" -outform der -out "certificates/$name.der"
}

ec root secp384r1; ec small-root P-256; ec small-intermediate P-256; ec intermediate secp384r1; ec leaf P-256; ec leaf-p384 secp384r1
ec leaf-explicit P-256 explicit; ec evil secp384r1; ec evil-leaf P-256; ec xcode P-256
rsa receipt-root 2048; rsa receipt-intermediate 2048; rsa receipt-leaf 2048; rsa receipt-1024 1024

Root="/C=US/O=Example/CN=Example Root CA - G3"
Intermediate="/C=US/O=Example/OU=G6/CN=Example Developer Relations CA"
Leaf="/C=US/O=Example/CN=Prod ECC Example Receipt Signing"
always="20200101000000Z 20500101000000Z"
years="20240101000000Z 20280101000000Z"

certificate root root "$Root" self root $always sha384
certificate intermediate intermediate "$Intermediate" root/root intermediate $always sha384
certificate leaf leaf "$Leaf" intermediate/intermediate leaf $years sha384
certificate leaf-no-marker leaf "$Leaf" intermediate/intermediate leaf_no_marker $years sha384
certificate leaf-developer leaf "/O=Example/CN=Some Developer" intermediate/intermediate leaf_developer $years sha384
certificate leaf-p384 leaf-p384 "$Leaf" intermediate/intermediate leaf $years sha384
certificate leaf-explicit leaf-explicit "$Leaf" intermediate/intermediate leaf $years sha384
certificate leaf-sha1 leaf "$Leaf" intermediate/intermediate leaf $years sha1
certificate leaf-no-signing leaf "$Leaf" intermediate/intermediate leaf_no_signing $years sha384
certificate leaf-critical leaf "$Leaf" intermediate/intermediate leaf_critical $years sha384
certificate intermediate-no-marker intermediate "$Intermediate" root/root intermediate_no_marker $always sha384
certificate intermediate-no-ca intermediate "$Intermediate" root/root intermediate_no_ca $always sha384
certificate leaf-by-developer evil-leaf "$Leaf" leaf-developer/leaf leaf $years sha256
certificate evil-root evil "$Root" self root $always sha384
certificate evil-intermediate evil "$Intermediate" evil-root/evil intermediate $always sha384
certificate evil-leaf evil-leaf "$Leaf" evil-intermediate/evil leaf $years sha384
certificate plain-root root "/CN=Plain Root" self plain_root $always sha384
certificate plain-intermediate intermediate "/CN=Plain Intermediate" plain-root/root plain_intermediate $always sha384
certificate plain-leaf leaf "/CN=Plain Leaf" plain-intermediate/intermediate plain_leaf $years sha384
certificate small-root small-root "/CN=R" self root $always
certificate small-intermediate small-intermediate "/CN=I" small-root/small-root intermediate $always
certificate small-leaf leaf "/CN=L" small-intermediate/small-intermediate leaf $years
certificate weak-intermediate receipt-1024 "$Intermediate" root/root intermediate $always sha384
certificate weak-leaf leaf "$Leaf" weak-intermediate/receipt-1024 leaf $years sha256
certificate xcode-explicit leaf-explicit "/O=StoreKit Testing in Xcode/CN=StoreKit Testing in Xcode" self xcode $years
certificate xcode xcode "/O=StoreKit Testing in Xcode/CN=StoreKit Testing in Xcode" self xcode $years

R="/C=US/O=Example/CN=Example Root CA"
I="/C=US/O=Example/CN=Example Receipt CA"
L="/C=US/O=Example/CN=Mac App Store and iTunes Store Receipt Signing Example"
certificate receipt-root receipt-root "$R" self root $always sha1
certificate receipt-intermediate receipt-intermediate "$I" receipt-root/receipt-root intermediate $always
certificate receipt-leaf receipt-leaf "$L" receipt-intermediate/receipt-intermediate leaf $years
certificate receipt-intermediate-sha1 receipt-intermediate "$I" receipt-root/receipt-root intermediate 20130207000000Z 20230207000000Z sha1
certificate receipt-root-old receipt-root "$R" self root 20060425000000Z 20350209000000Z sha1
certificate receipt-intermediate-old receipt-intermediate "$I" receipt-root-old/receipt-root intermediate 20130207000000Z 20230207000000Z sha1
certificate receipt-leaf-old receipt-leaf "$L" receipt-intermediate-old/receipt-intermediate leaf 20151113000000Z 20230207000000Z sha1
certificate receipt-leaf-no-marker receipt-leaf "$L" receipt-intermediate/receipt-intermediate leaf_no_marker $years
certificate receipt-intermediate-no-marker receipt-intermediate "$I" receipt-root/receipt-root intermediate_no_marker $always
certificate receipt-1024 receipt-1024 "$L" receipt-intermediate/receipt-intermediate leaf $years
certificate receipt-weak-intermediate receipt-1024 "$I" receipt-root/receipt-root intermediate $always
certificate receipt-weak-leaf receipt-leaf "$L" receipt-weak-intermediate/receipt-1024 leaf $years
certificate receipt-evil receipt-1024 "$I" self root $always
rm -f certificates/receipt-intermediate-sha1.der

# ---------------------------------------------------------------- JSON Web Signatures

b64() { openssl base64 -A; }
b64url() { b64 | tr '+/' '-_' | tr -d '='; }
der64() { b64 < "certificates/$1.der"; }
x5c() { # CERTIFICATE... as a JSON array
  local list="" name
  for name in "$@"; do list="$list,\"$(der64 "$name")\""; done
  echo "[${list:1}]"
}
chain=$(x5c leaf intermediate root)
header() { printf '{"alg":"ES256","x5c":%s}' "${1:-$chain}"; }

# signature KEY < message: 64 bytes, r then s.
signature() {
  openssl dgst -sha256 -sign "keys/$1.pem" -binary | openssl asn1parse -inform DER |
    perl -ne 'if (/INTEGER\s+:([0-9A-F]+)/) { my $h = $1; $h = substr($h, -64) if length $h > 64;
      print pack("H*", ("0" x (64 - length $h)) . $h) }'
}
# jws HEADER PAYLOAD [KEY]: the compact form.
jws() {
  local text
  text="$(printf '%s' "$1" | b64url).$(printf '%s' "$2" | b64url)"
  printf '%s.%s' "$text" "$(printf '%s' "$text" | signature "${3:-leaf}" | b64url)"
}
# case NAME ROOT FAILURE < file: one line of the table; ROOT is trusted, FAILURE "-" means verified.
case_jws() { cat > "$hostile/$1.jws"; printf '%s\t%s\t%s\n' "$1.jws" "$2" "$3" >> "$hostile/cases.tsv"; }

signed=1767225600000
transaction='{"transactionId":"2000000000000001","originalTransactionId":"2000000000000001","webOrderLineItemId":"2000000000000002","bundleId":"com.example.app","productId":"pro_monthly","subscriptionGroupIdentifier":"21500000","purchaseDate":1767225600000,"originalPurchaseDate":1767225600000,"expiresDate":1769904000000,"quantity":1,"type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","signedDate":1767225600000,"environment":"Sandbox","transactionReason":"PURCHASE","storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD","appTransactionId":"704000000000000001"}'
renewal='{"originalTransactionId":"2000000000000001","autoRenewProductId":"pro_monthly","productId":"pro_monthly","autoRenewStatus":1,"renewalPrice":9990,"currency":"USD","signedDate":1767225600000,"environment":"Sandbox","recentSubscriptionStartDate":1767225600000,"renewalDate":1769904000000,"appTransactionId":"704000000000000001"}'
app='{"receiptType":"Sandbox","bundleId":"com.example.app","applicationVersion":"1.0","originalApplicationVersion":"1.0","receiptCreationDate":1767225600000,"originalPurchaseDate":1375340400000,"deviceVerificationNonce":"48c8b92d-ce0d-4229-bedf-e61b4f9cfc92","deviceVerification":"DEVICE","appTransactionId":"704000000000000001","originalPlatform":"iOS"}'
device=f3e0b8a1-5b0f-4f0e-9c53-2d6c1f4a7b90
verification=$(printf '48c8b92d-ce0d-4229-bedf-e61b4f9cfc92%s' "$device" | openssl dgst -sha384 -binary | b64)
app=${app/DEVICE/$verification}
realtime='{"originalTransactionId":"2000000000000001","appAppleId":1234567890,"productId":"pro_monthly","userLocale":"en-US","requestIdentifier":"48c8b92d-ce0d-4229-bedf-e61b4f9cfc93","signedDate":1767225600000,"environment":"Production"}'
replace() { printf '%s' "${1/"$2"/"$3"}"; }

T=$(jws "$(header)" "$transaction"); N=$(jws "$(header)" "$renewal"); A=$(jws "$(header)" "$app")
notification() { # TYPE DATA: a notification around parts
  printf '{"notificationType":"%s","notificationUUID":"5e09dcfc-205e-4ea1-9883-96676f394992","version":"2.0","signedDate":%s,%s}' "$1" "$signed" "$2"
}
data() { printf '"data":{"bundleId":"com.example.app","environment":"Sandbox","status":1,"signedTransactionInfo":"%s","signedRenewalInfo":"%s"}' "$1" "$2"; }
printf '%s' "$T" > good/transaction.jws
printf '%s' "$N" > good/renewal-info.jws
printf '%s' "$A" > good/app-transaction.jws
jws "$(header)" "$realtime" > good/realtime-request.jws
jws "$(header)" "$(notification SUBSCRIBED "\"subtype\":\"INITIAL_BUY\",$(data "$T" "$N")")" > good/notification.jws
printf '{"signedPayload":"%s"}' "$(cat good/notification.jws)" > good/notification-body.json
jws "$(header)" "$(notification TEST '"data":{"bundleId":"com.example.app","environment":"Sandbox"}')" > good/notification-test.jws
jws "$(header)" "$(notification RESCIND_CONSENT "\"appData\":{\"bundleId\":\"com.example.app\",\"environment\":\"Sandbox\",\"signedAppTransactionInfo\":\"$A\"}")" > good/notification-app-data.jws
jws "$(header)" "$(notification EXTERNAL_PURCHASE_TOKEN '"subtype":"UNREPORTED","externalPurchaseToken":{"bundleId":"com.example.app","appAppleId":1234567890,"externalPurchaseId":"SANDBOX_b2158121","tokenCreationDate":1767225600000}')" > good/notification-token.jws
jws "$(header)" "$(notification RENEWAL_EXTENSION '"subtype":"SUMMARY","summary":{"bundleId":"com.example.app","environment":"Sandbox","productId":"pro_monthly","requestIdentifier":"r","succeededCount":1,"failedCount":0}')" > good/notification-summary.jws
jws "$(header)" "$(notification FUTURE_KIND '"data":{"bundleId":"com.example.app","environment":"Sandbox","futureMember":{"a":[1,2]}}')" > good/notification-unknown.jws
jws "$(header "$(x5c plain-leaf plain-intermediate plain-root)")" "$transaction" > good/no-key-identifiers.jws
small='{"transactionId":"1","originalTransactionId":"1","bundleId":"com.example.app","productId":"pro","purchaseDate":1767225600000,"signedDate":1767225600000,"environment":"Sandbox"}'
jws "$(header "$(x5c small-leaf small-intermediate small-root)")" "$small" > good/small.jws
xcode=$(replace "$transaction" '"environment":"Sandbox"' '"environment":"Xcode"')
xcode=$(replace "$xcode" '"signedDate":1767225600000' '"signedDate":1767225600056.485')
xcode_header="{\"alg\":\"ES256\",\"kid\":\"Apple_Xcode_Key\",\"typ\":\"JWT\",\"x5c\":$(x5c xcode)}"
jws "$xcode_header" "$xcode" xcode > good/xcode.jws
printf '%s' "$(replace "$transaction" '"productId":"pro_monthly"' '"productId":"lifetime"')" > good/decoded.json

by() { case_jws "$1" root "$2"; } # most cases trust the root

# The header.
jws "{\"alg\":\"none\",\"x5c\":$chain}" "$transaction" | by alg-none wrongAlgorithm
text="$(printf '{"alg":"none","x5c":%s}' "$chain" | b64url).$(printf '%s' "$transaction" | b64url)"
printf '%s.' "$text" | by alg-none-unsigned emptyPart
text="$(printf '{"alg":"HS256","x5c":%s}' "$chain" | b64url).$(printf '%s' "$transaction" | b64url)"
printf '%s.%s' "$text" "$(printf '%s' "$text" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(openssl pkey -in keys/leaf.pem -pubout -outform DER | perl -0777 -ne 'print unpack "H*"')" -binary | b64url)" | by alg-hs256-with-public-key wrongAlgorithm
jws "{\"alg\":\"RS256\",\"x5c\":$chain}" "$transaction" | by alg-rs256 wrongAlgorithm
jws "{\"alg\":\"es256\",\"x5c\":$chain}" "$transaction" | by alg-lower-case wrongAlgorithm
jws "{\"alg\":[\"ES256\"],\"x5c\":$chain}" "$transaction" | by alg-array wrongAlgorithm
p384="[\"$(der64 leaf-p384)\",\"$(der64 intermediate)\",\"$(der64 root)\"]"
jws "{\"alg\":\"ES384\",\"x5c\":$p384}" "$transaction" | by alg-es384-p384-leaf wrongAlgorithm
jws "{\"alg\":\"ES256\",\"x5c\":$p384}" "$transaction" | by p384-leaf wrongKey
jws '{"alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}}' "$transaction" evil-leaf | by jwk-instead-of-x5c noCertificates
jws '{"alg":"ES256"}' "$transaction" | by x5c-missing noCertificates
jws '{"alg":"ES256","x5c":null}' "$transaction" | by x5c-null noCertificates
jws "{\"alg\":\"ES256\",\"x5c\":\"$(der64 leaf)\"}" "$transaction" | by x5c-text noCertificates
jws "$(header '[]')" "$transaction" | by x5c-empty wrongCertificateCount
jws "$(header "$(x5c leaf)")" "$transaction" | by x5c-one wrongCertificateCount
jws "$(header "$(x5c leaf intermediate)")" "$transaction" | by x5c-two wrongCertificateCount
jws "$(header "$(x5c leaf intermediate root root)")" "$transaction" | by x5c-four wrongCertificateCount
jws "$(header "[$(for i in $(seq 499); do printf '"AA",'; done)\"AA\"]")" "$transaction" | by x5c-500 wrongCertificateCount
jws "$(header "[1,2,3]")" "$transaction" | by x5c-numbers invalidCertificate
jws "{\"alg\":\"ES256\",\"crit\":[\"exp\"],\"exp\":1,\"x5c\":$chain}" "$transaction" | by crit criticalHeader
jws "{\"alg\":\"ES256\",\"crit\":[\"b64\"],\"b64\":false,\"x5c\":$chain}" "$transaction" | by crit-b64-false criticalHeader
jws "{\"alg\":\"ES256\",\"alg\":\"ES256\",\"x5c\":$chain}" "$transaction" | by header-member-twice invalidHeader
jws "$(header) {}" "$transaction" | by header-two-values invalidHeader
jws "$(printf '\xef\xbb\xbf')$(header)" "$transaction" | by header-byte-order-mark invalidHeader
jws "{\"alg\":\"ES256\",\"typ\":\"$(printf '\xff')\",\"x5c\":$chain}" "$transaction" | by header-not-utf8 invalidHeader
jws '[]' "$transaction" | by header-array invalidHeader
jws "{\"alg\":\"ES256\",\"x5c\":$chain,\"pad\":\"$(head -c 25000 /dev/zero | tr '\0' a)\"}" "$transaction" | by header-too-large tooLarge
jws "{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"x\",\"jku\":\"https://example.com\",\"x5u\":\"https://example.com\",\"b64\":true,\"x5c\":$chain}" "$transaction" | by header-other-members -

# The text.
printf '%s' "${T%.*}" | by two-parts wrongPartCount
printf '%s.' "$T" | by four-parts wrongPartCount
printf '%s=.%s' "${T%.*}" "${T##*.}" | by payload-padded invalidBase64URL
printf '%s\n.%s' "${T%.*}" "${T##*.}" | by payload-line-break invalidBase64URL
printf '%s' "$T" | tr -- '-_' '+/' | by standard-alphabet invalidBase64URL
last=${T: -1}; others=$(printf 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_' | perl -ne "\$i = index(\$_, '$last'); print substr(\$_, \$i ^ 1, 1)")
printf '%s%s' "${T%?}" "$others" | by signature-unused-bits invalidBase64URL
printf '\n  %s \r\n' "$T" | by white-space-around -

# Certificates.
url=$(printf '%s' "$chain" | tr '+/' '-_'); jws "$(header "$url")" "$transaction" | by certificates-base64url invalidCertificate
folded=$(der64 leaf | fold -w 64 | perl -pe 's/\n/\\n/'); jws "$(header "[\"$folded\",\"$(der64 intermediate)\",\"$(der64 root)\"]")" "$transaction" | by certificate-line-breaks invalidCertificate
longer=$( (cat certificates/leaf.der; printf 'extra') | b64); jws "$(header "[\"$longer\",\"$(der64 intermediate)\",\"$(der64 root)\"]")" "$transaction" | by leaf-trailing-bytes trailingCertificateBytes
longer=$( (cat certificates/root.der; printf 'extra') | b64); jws "$(header "[\"$(der64 leaf)\",\"$(der64 intermediate)\",\"$longer\"]")" "$transaction" | by root-trailing-bytes trailingCertificateBytes
jws "$(header "[\"$(der64 leaf)\",\"$(der64 intermediate)\",\"AAAA\"]")" "$transaction" | by root-garbage invalidCertificate
longer=$(perl -0777 -pe 's/^\x30\x82/\x30\x83\x00/' certificates/leaf.der | b64); jws "$(header "[\"$longer\",\"$(der64 intermediate)\",\"$(der64 root)\"]")" "$transaction" | by leaf-not-der invalidCertificate
jws "$(header "$(x5c weak-leaf weak-intermediate root)")" "$transaction" | by weak-intermediate weakIssuerKey
jws "$(header "[\"$(head -c 9000 /dev/zero | b64)\",\"$(der64 intermediate)\",\"$(der64 root)\"]")" "$transaction" | by certificate-too-large tooLarge
jws "$(header "$(x5c leaf intermediate evil-root)")" "$transaction" | by other-root untrustedRoot
jws "$(header "$(x5c evil-leaf evil-intermediate evil-root)")" "$transaction" evil-leaf | by own-root untrustedRoot
jws "$(header "$(x5c evil-leaf evil-intermediate root)")" "$transaction" evil-leaf | by evil-chain-good-root brokenChain
jws "$(header "$(x5c evil-leaf intermediate root)")" "$transaction" evil-leaf | by evil-leaf-good-intermediate brokenChain
jws "$(header "$(x5c leaf evil-intermediate root)")" "$transaction" | by good-leaf-evil-intermediate brokenChain
jws "$(header "$(x5c leaf-no-marker intermediate root)")" "$transaction" | by leaf-no-marker noLeafMarker
jws "$(header "$(x5c leaf-developer intermediate root)")" "$transaction" | by developer-leaf noLeafMarker
jws "$(header "$(x5c leaf-by-developer leaf-developer root)")" "$transaction" evil-leaf | by developer-leaf-as-intermediate brokenChain
jws "$(header "$(x5c leaf intermediate-no-marker root)")" "$transaction" | by intermediate-no-marker noIntermediateMarker
jws "$(header "$(x5c leaf intermediate-no-ca root)")" "$transaction" | by intermediate-no-authority brokenChain
jws "$(header "$(x5c leaf-critical intermediate root)")" "$transaction" | by unknown-critical-extension brokenChain
jws "$(header "$(x5c leaf-sha1 intermediate root)")" "$transaction" | by leaf-signed-with-sha1 weakCertificateSignature
jws "$(header "$(x5c leaf-no-signing intermediate root)")" "$transaction" | by leaf-not-for-signing wrongKeyUsage
jws "$(header "$(x5c leaf-explicit intermediate root)")" "$transaction" leaf-explicit | by explicit-curve brokenChain
jws "$(header "$(x5c intermediate leaf root)")" "$transaction" | by first-two-swapped wrongChainLength
jws "$(header "$(x5c leaf root intermediate)")" "$transaction" | by last-two-swapped untrustedRoot
jws "$(header "$(x5c root intermediate leaf)")" "$transaction" | by ends-swapped untrustedRoot
jws "$(header "$(x5c root root root)")" "$transaction" | by three-roots wrongChainLength
jws "$(header "$(x5c xcode xcode xcode)")" "$xcode" xcode | case_jws xcode-three-times xcode wrongChainLength

# Dates.
date_case() { jws "$(header)" "$(replace "$transaction" '"signedDate":1767225600000' "$2")" | by "$1" "$3"; }
date_case date-missing '"other":1' noSigningDate
date_case date-null '"signedDate":null' noSigningDate
date_case date-text '"signedDate":"1767225600000"' malformedField
date_case date-1e18 '"signedDate":1000000000000000000' signingDateOutOfRange
date_case date-1e400 '"signedDate":1e400' signingDateOutOfRange
date_case date-negative '"signedDate":-1' signingDateOutOfRange
date_case date-seconds '"signedDate":1767225600' signingDateOutOfRange
date_case date-before-leaf '"signedDate":1703808000000' signedBeforeCertificates
date_case date-half-a-minute-before '"signedDate":1704067170000' -
date_case date-half-a-minute-after '"signedDate":1830297630000' -
date_case date-three-days-after '"signedDate":1830556800000' signedAfterCertificates
date_case date-exponent '"signedDate":1.7672256e12' -

# The signature.
text=${T%.*}
printf '%s.%s' "$text" "$(head -c 64 /dev/zero | b64url)" | by signature-zero wrongSignature
printf '%s.%s' "$text" "$(head -c 63 /dev/zero | b64url)" | by signature-63-bytes malformedSignature
printf '%s.%s' "$text" "$(printf '%s' "$text" | openssl dgst -sha256 -sign keys/leaf.pem -binary | b64url)" | by signature-der malformedSignature
jws "$(header)" "$transaction" evil-leaf | by signature-by-another-key wrongSignature
printf '%s.%s.%s' "$(header | b64url)" "$(replace "$transaction" '"price":9990' '"price":9991' | b64url)" "${T##*.}" | by payload-changed wrongSignature
n=FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
printf '%s' "${T##*.}==" | tr -- '-_' '+/' | openssl base64 -d -A > "$work/raw"
high=$(perl -Mbigint -0777 -ne 'my ($r, $s) = unpack "H64H64", $_; my $t = hex("0x'$n'") - hex("0x$s"); my $h = $t->as_hex; $h =~ s/^0x//; print $r . ("0" x (64 - length $h)) . $h' "$work/raw")
printf '%s.%s' "$text" "$(perl -e 'print pack "H*", $ARGV[0]' "$high" | b64url)" | by signature-high-s -

# The payload.
payload_case() { jws "$(header)" "$2" | by "$1" "$3"; }
payload_case payload-member-twice "$(replace "$transaction" '{' '{"bundleId":"com.example.other",')" invalidPayload
payload_case payload-member-twice-inside "$(replace "$transaction" '{' '{"commitmentInfo":{"a":1,"a":2},')" invalidPayload
payload_case payload-two-values "$transaction{}" invalidPayload
payload_case payload-trailing-comma "${transaction%\}},}" invalidPayload
payload_case payload-not-utf8 "$(replace "$transaction" 'USA' "$(printf '\xff')")" invalidPayload
payload_case payload-byte-order-mark "$(printf '\xef\xbb\xbf')$transaction" invalidPayload
payload_case payload-text '"hello"' invalidPayload
payload_case payload-deep "$(replace "$transaction" '{' "{\"deep\":$(head -c 200 /dev/zero | tr '\0' '[')$(head -c 200 /dev/zero | tr '\0' ']'),")" invalidPayload
payload_case payload-number-for-text "$(replace "$transaction" '"productId":"pro_monthly"' '"productId":7')" malformedField
payload_case payload-nothing '{"signedDate":1767225600000}' notRecognized
payload_case payload-null-members "$(replace "$transaction" '{' '{"offerType":null,"revocationDate":null,')" -
payload_case payload-jwt-claims "$(replace "$transaction" '{' '{"exp":1,"nbf":9999999999,"iat":9999999999,"aud":"x","sub":7,')" -
payload_case payload-unknown-values "$(replace "$transaction" '{' '{"offerType":99,"offerDiscountType":"FUTURE","offerPeriod":"P1Y6M","futureMember":[1],')" -
payload_case xcode-under-a-real-chain "$xcode" -
payload_case payload-fraction "$(replace "$transaction" '"purchaseDate":1767225600000' '"purchaseDate":1767225600000.7')" -

# Notifications.
nt() { jws "$(header)" "$2" | by "$1" "$3"; }
evil=$(jws "$(header "$(x5c evil-leaf evil-intermediate evil-root)")" "$transaction" evil-leaf)
nt notification-inner-evil "$(notification DID_RENEW "$(data "$evil" "$N")")" innerPart
nt notification-inner-changed "$(notification DID_RENEW "$(data "${T%.*}.${N##*.}" "$N")")" innerPart
nt notification-inner-kinds-swapped "$(notification DID_RENEW "$(data "$N" "$T")")" innerPart
other=$(jws "$(header)" "$(replace "$transaction" com.example.app com.example.other)")
nt notification-inner-other-app "$(notification DID_RENEW "$(data "$other" "$N")")" partsDisagree
other=$(jws "$(header)" "$(replace "$transaction" '"environment":"Sandbox"' '"environment":"Production"')")
nt notification-inner-other-environment "$(notification DID_RENEW "$(data "$other" "$N")")" partsDisagree
other=$(jws "$(header)" "$(replace "$renewal" '"originalTransactionId":"2000000000000001"' '"originalTransactionId":"2000000000000009"')")
nt notification-inner-other-subscription "$(notification DID_RENEW "$(data "$T" "$other")")" partsDisagree
other=$(jws "$(header)" "$(replace "$transaction" '"bundleId":"com.example.app",' '')")
nt notification-inner-no-app "$(notification DID_RENEW "$(data "$other" "$N")")" partsDisagree
other=$(jws "$(header)" "$(replace "$transaction" '"environment":"Sandbox",' '')")
nt notification-inner-no-environment "$(notification DID_RENEW "$(data "$other" "$N")")" partsDisagree
nt notification-no-app "$(notification DID_RENEW '"other":{}')" noAppIdentifier

# Xcode.
cp good/xcode.jws "$hostile/xcode-unnamed.jws"; printf 'xcode-unnamed.jws\troot\tenvironmentNotAllowed\n' >> "$hostile/cases.tsv"
jws "$xcode_header" "$transaction" xcode | case_jws xcode-claims-sandbox xcode wrongCertificateCount
jws "{\"alg\":\"ES256\",\"x5c\":$(x5c xcode-explicit)}" "$xcode" leaf-explicit | case_jws xcode-explicit-curve xcode-explicit wrongKey
jws "$xcode_header" "$(replace "$xcode" '"price":9990' '"price":1')" evil-leaf | case_jws xcode-wrong-key xcode wrongSignature

# ---------------------------------------------------------------- receipts

# asn1 OUT: DER of a genconf description on stdin.
asn1() { cat > "$work/genconf"; openssl asn1parse -genconf "$work/genconf" -noout -out "$1" 2> "$work/log" || { cat "$work/log"; exit 1; }; }
# attributes OUT PREFIX: a SET of attributes, one "TYPE VALUE" a line on stdin (genconf's words).
attributes() {
  local out=$1 count=0 type value body="" list=""
  while read -r type value; do
    [ -n "$type" ] || continue
    list="$list
a$count = SEQUENCE:attribute$count"
    body="$body
[attribute$count]
type = INTEGER:$type
version = INTEGER:1
value = $value"
    count=$((count + 1))
  done
  printf 'asn1 = SET:all\n[all]%s\n%s\n' "$list" "$body" | asn1 "$out"
}
hex() { perl -0777 -ne 'print unpack "H*"' "$1"; }
utf8() { printf 'OCTWRAP,UTF8:%s' "$1"; }
ia5() { printf 'OCTWRAP,IA5:%s' "$1"; }
int() { printf 'OCTWRAP,INT:%s' "$1"; }
raw() { printf 'FORMAT:HEX,OCT:%s' "$1"; }

purchase() { # OUT LINES
  attributes "$1"
}
purchase "$work/subscription" <<LINES
1701 $(int 1)
1702 $(utf8 pro_monthly)
1703 $(utf8 500000000123456789)
1704 $(ia5 2026-01-01T00:00:00Z)
1705 $(utf8 500000000123456780)
1706 $(ia5 2025-12-01T00:00:00Z)
1707 $(int 3)
1708 $(ia5 2026-02-01T00:00:00Z)
1711 $(int 500000000123456)
1712 FORMAT:HEX,OCT:1600
1713 $(int 0)
1719 $(int 1)
1799 $(raw 0102)
LINES
purchase "$work/lifetime" <<LINES
1701 $(int 1)
1702 $(utf8 lifetime)
1703 $(utf8 500000000123456700)
1704 $(ia5 2025-06-01T12:00:00.5Z)
1707 $(int 0)
1708 FORMAT:HEX,OCT:1600
LINES

opaque=00112233445566778899aabbccddeeff
guid=f3e0b8a15b0f4f0e9c532d6c1f4a7b90
bundle_octets=$(printf 'asn1 = UTF8:com.example.app' | { asn1 "$work/bundle"; hex "$work/bundle"; })
hash=$(perl -e 'print pack "H*", $ARGV[0]' "$guid$opaque$bundle_octets" | openssl dgst -sha1 -binary | perl -0777 -ne 'print unpack "H*"')
receipt_lines() { # CREATION TYPE
  cat <<LINES
0 $(utf8 "$2")
1 $(int 0)
2 $(utf8 com.example.app)
3 $(utf8 1.2.3)
4 $(raw $opaque)
5 $(raw $hash)
8 FORMAT:HEX,OCT:1600
10 $(ia5 4+)
12 $(ia5 "$1")
17 $(raw "$(hex "$work/subscription")")
17 $(raw "$(hex "$work/lifetime")")
18 $(ia5 2013-08-01T07:00:00Z)
19 $(utf8 1.0)
99 $(raw 0a0b)
LINES
}
receipt_lines 2026-01-15T00:00:00Z ProductionSandbox | attributes "$work/payload"

pem() { openssl x509 -inform der -in "certificates/$1.der"; }
# receipt OUT PAYLOAD LEAF KEY OTHERS [cms options...]
receipt() {
  local out=$1 payload=$2 leaf=$3 key=$4 others=$5 name; shift 5
  : > "$work/others.pem"
  for name in $others; do pem "$name" >> "$work/others.pem"; done
  pem "$leaf" > "$work/leaf.pem"
  local certfile=()
  [ -z "$others" ] || certfile=(-certfile "$work/others.pem")
  openssl cms -sign -binary -nodetach -in "$payload" -signer "$work/leaf.pem" \
    -inkey "keys/$key.pem" ${certfile[@]+"${certfile[@]}"} -outform DER -out "$out" "$@" 2> "$work/log" ||
    { cat "$work/log"; exit 1; }
}
others="receipt-intermediate receipt-root"
case_receipt() { printf '%s\t%s\t%s\n' "$1.der" "${3:-receipt-root}" "$2" >> "$hostile/cases.tsv"; }
signed_receipt() { # NAME FAILURE PAYLOAD LEAF KEY OTHERS OPTIONS...
  local name=$1 failure=$2; shift 2
  receipt "$hostile/$name.der" "$@"
  case_receipt "$name" "$failure"
}

receipt good/receipt.der "$work/payload" receipt-leaf receipt-leaf "$others" -noattr -md sha256
receipt good/receipt-signed-attributes.der "$work/payload" receipt-leaf receipt-leaf "$others" -md sha256
receipt good/receipt-indefinite.der "$work/payload" receipt-leaf receipt-leaf "$others" -noattr -md sha256 -stream
receipt_lines 2020-10-08T11:17:49.131Z ProductionSandbox | attributes "$work/old"
receipt good/receipt-sha1.der "$work/old" receipt-leaf-old receipt-leaf "receipt-intermediate-old receipt-root-old" -noattr -md sha1
printf 'asn1 = FORMAT:HEX,OCT:%s' "$(hex "$work/payload")" | asn1 "$work/wrapped"
receipt good/receipt-wrapped.der "$work/wrapped" receipt-leaf receipt-leaf "$others" -noattr -md sha256
receipt_lines 2026-01-15T01:00:00+0100 Xcode | attributes "$work/xcode"
receipt good/receipt-xcode.der "$work/xcode" receipt-leaf receipt-leaf "$others" -noattr -md sha256
(receipt_lines 2026-01-15T00:00:00Z ProductionVPP; echo "21 $(ia5 2026-06-01T00:00:00Z)") | attributes "$work/vpp"
receipt good/receipt-volume.der "$work/vpp" receipt-leaf receipt-leaf "$others" -noattr -md sha256
receipt_lines 2026-01-15T00:00:00Z ProductionSandbox | grep -v '^17 ' | attributes "$work/empty"
receipt good/receipt-empty.der "$work/empty" receipt-leaf receipt-leaf "$others" -noattr -md sha256
b64 < good/receipt.der > good/receipt.b64

one=("$work/payload" receipt-leaf receipt-leaf "$others" -noattr -md sha256)
signed_receipt receipt-md5 weakDigest "$work/payload" receipt-leaf receipt-leaf "$others" -noattr -md md5
signed_receipt receipt-sha512 weakDigest "$work/payload" receipt-leaf receipt-leaf "$others" -noattr -md sha512
signed_receipt receipt-leaf-no-marker noLeafMarker "$work/payload" receipt-leaf-no-marker receipt-leaf "$others" -noattr -md sha256
signed_receipt receipt-intermediate-no-marker noIntermediateMarker "$work/payload" receipt-leaf receipt-leaf "receipt-intermediate-no-marker receipt-root" -noattr -md sha256
signed_receipt receipt-xcode-type-no-marker noLeafMarker "$work/xcode" receipt-leaf-no-marker receipt-leaf "$others" -noattr -md sha256
signed_receipt receipt-rsa-1024 wrongKey "$work/payload" receipt-1024 receipt-1024 "$others" -noattr -md sha256
signed_receipt receipt-elliptic-curve weakDigest "$work/payload" leaf leaf "intermediate root" -noattr -md sha256
signed_receipt receipt-own-root untrustedRoot "$work/payload" receipt-evil receipt-1024 "" -noattr -md sha256
signed_receipt receipt-no-intermediate brokenChain "$work/payload" receipt-leaf receipt-leaf "receipt-root" -noattr -md sha256
signed_receipt receipt-weak-intermediate weakIssuerKey "$work/payload" receipt-weak-leaf receipt-leaf "receipt-weak-intermediate receipt-root" -noattr -md sha256
signed_receipt receipt-no-signer signerNotFound "${one[@]}" -nocerts
receipt_lines 2029-01-15T00:00:00Z ProductionSandbox | attributes "$work/late"
signed_receipt receipt-late signedAfterCertificates "$work/late" receipt-leaf receipt-leaf "$others" -noattr -md sha256
receipt_lines 2023-01-15T00:00:00Z ProductionSandbox | attributes "$work/early"
signed_receipt receipt-early signedBeforeCertificates "$work/early" receipt-leaf receipt-leaf "$others" -noattr -md sha256
receipt_lines 2026-01-15T00:00:00Z ProductionSandbox | grep -v '^12 ' | attributes "$work/undated"
signed_receipt receipt-no-date noSigningDate "$work/undated" receipt-leaf receipt-leaf "$others" -noattr -md sha256
receipt_lines 2026-02-30T00:00:00Z ProductionSandbox | attributes "$work/february"
signed_receipt receipt-30-february malformedAttribute "$work/february" receipt-leaf receipt-leaf "$others" -noattr -md sha256
(receipt_lines 2026-01-15T00:00:00Z ProductionSandbox; echo "2 $(utf8 com.example.other)") | attributes "$work/twice"
signed_receipt receipt-attribute-twice duplicateAttribute "$work/twice" receipt-leaf receipt-leaf "$others" -noattr -md sha256
printf 'no set of attributes' > "$work/text"
signed_receipt receipt-no-attributes invalidReceiptPayload "$work/text" receipt-leaf receipt-leaf "$others" -noattr -md sha256
signed_receipt receipt-other-content notDataContent "${one[@]}" -econtent_type 1.2.840.113549.1.9.16.1.4
pem receipt-leaf > "$work/leaf.pem"
openssl cms -encrypt -in "$work/payload" -aes128 -outform DER -out "$hostile/receipt-enveloped.der" "$work/leaf.pem"; case_receipt receipt-enveloped notSignedData
: > "$work/others.pem"; for name in $others; do pem "$name" >> "$work/others.pem"; done
openssl cms -sign -binary -in "$work/payload" -signer "$work/leaf.pem" -inkey keys/receipt-leaf.pem -certfile "$work/others.pem" -noattr -md sha256 -outform DER -out "$hostile/receipt-detached.der"; case_receipt receipt-detached noContent
pem receipt-1024 > "$work/second.pem"
openssl cms -sign -binary -nodetach -in "$work/payload" -signer "$work/leaf.pem" -inkey keys/receipt-leaf.pem -signer "$work/second.pem" -inkey keys/receipt-1024.pem -certfile "$work/others.pem" -noattr -md sha256 -outform DER -out "$hostile/receipt-two-signers.der"; case_receipt receipt-two-signers wrongSignerCount
(cat good/receipt.der; printf 'extra') > "$hostile/receipt-trailing-bytes.der"; case_receipt receipt-trailing-bytes trailingBytes
cat good/receipt.der good/receipt.der > "$hostile/receipt-twice.der"; case_receipt receipt-twice trailingBytes
perl -0777 -pe 's/lifetime/lifetimf/' good/receipt.der > "$hostile/receipt-changed.der"; case_receipt receipt-changed wrongSignature
perl -0777 -pe 's/lifetime/lifetimf/' good/receipt-signed-attributes.der > "$hostile/receipt-changed-under-attributes.der"; case_receipt receipt-changed-under-attributes wrongSignedAttributes
head -c 900 good/receipt.der > "$hostile/receipt-cut.der"; case_receipt receipt-cut invalidContainer

echo "$(wc -l < "$hostile/cases.tsv") hostile cases, $(ls good | wc -l) good files"
