#!/usr/bin/env bash
# Makes anew the certificates that vouch for themselves: mx-self-signed.pem, good for a hundred years, and mx-expired.pem.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# make NAME FROM UNTIL
make() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "mx-$1-key.pem" 2>/dev/null
  openssl req -new -key "mx-$1-key.pem" -subj "/CN=Postseal test $1" -out "$work/$1.csr"
  printf 'subjectAltName=DNS:mx1.shop.example\nextendedKeyUsage=serverAuth\n' >"$work/ext"
  printf '[ca]\ndefault_ca=own\n[own]\ndatabase=%s/index\nrand_serial=yes\nnew_certs_dir=%s\npolicy=any\ndefault_md=sha256\n[any]\ncommonName=supplied\n' \
    "$work" "$work" >"$work/conf"
  : >"$work/index"
  openssl ca -batch -notext -selfsign -config "$work/conf" -keyfile "mx-$1-key.pem" -in "$work/$1.csr" \
    -startdate "$2" -enddate "$3" -extfile "$work/ext" -out "mx-$1.pem" 2>/dev/null
}

make self-signed 20250101000000Z 21250101000000Z
make expired 20200101000000Z 20200201000000Z
