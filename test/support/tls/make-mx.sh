#!/usr/bin/env bash
# Makes the certificates mx-*.pem anew, good for a hundred years. Each file holds a certificate; its key is in
# mx-<name>-key.pem where a test needs one.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$1.key" 2>/dev/null ||
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$1.key"; }

# authority NAME EXTENSIONS [ISSUER]
authority() {
  key "$1"
  certificate "$1" "basicConstraints=critical,CA:true$2" "keyUsage=critical,keyCertSign,cRLSign" "${3-}"
}

# server NAME ISSUER SAN PURPOSE
server() {
  key "$1"
  certificate "$1" "basicConstraints=CA:false" "subjectAltName=$3"$'\n'"extendedKeyUsage=$4" "$2"
}

# certificate NAME EXTENSIONS ISSUER
certificate() {
  local days=36500 id=hash
  # These two are told apart by their keys only. The authority outlives those it vouches for.
  [[ $1 != root && $1 != impostor ]] || days=36600 id=1234567890
  printf '%s\n%s\nsubjectKeyIdentifier=%s\n' "$2" "$3" "$id" >"$work/$1.ext"
  openssl req -new -key "$work/$1.key" -subj "/CN=Postseal test ${1/impostor/root}" -out "$work/$1.csr"
  local issuer=(-signkey "$work/$1.key")
  [[ -z $4 ]] || issuer=(-CA "mx-$4.pem" -CAkey "$work/$4.key" -set_serial "0x$(openssl rand -hex 16)")
  openssl x509 -req -in "$work/$1.csr" -days $days -extfile "$work/$1.ext" "${issuer[@]}" -out "mx-$1.pem" 2>/dev/null
}

names=DNS:mx1.shop.example,DNS:mx2.shop.example,DNS:mta-sts.shop.example
authority root ""
authority impostor ""
authority intermediate "" root
authority narrow ",pathlen:0" root
authority under-narrow "" narrow
authority named $'\nnameConstraints=permitted;DNS:other.example' root
server leaf root "$names" serverAuth
server deep intermediate "$names" serverAuth
server too-deep under-narrow "$names" serverAuth
server by-named named "$names" serverAuth
server client root "$names" clientAuth
server by-leaf leaf "$names" serverAuth
server domain root DNS:shop.example serverAuth
server other root DNS:other.example serverAuth
server forged impostor "$names" serverAuth
for name in leaf deep too-deep by-named client by-leaf domain other forged; do
  cp "$work/$name.key" "mx-$name-key.pem"
done
rm mx-impostor.pem
