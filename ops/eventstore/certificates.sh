#!/usr/bin/env bash
# Creates a certificate authority and the certificate of the EventStoreDB nodes, for docker-compose.yml. Existing files are
# kept. Usage: ops/eventstore/certificates.sh [FOLDER] (default: certificates; docker-compose.yml mounts it)
set -euo pipefail
folder=${1:-certificates}
days=825
umask 077
mkdir -p "$folder/ca"
cd "$folder"
if [ ! -e ca/ca.crt ]; then
  openssl req -x509 -newkey rsa:3072 -noenc -sha256 -days "$days" -subj '/CN=ledger stores' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout ca.key -out ca/ca.crt 2>/dev/null
fi
if [ ! -e node.crt ]; then
  # EventStoreDB nodes recognize each other by this common name.
  openssl req -newkey rsa:3072 -noenc -sha256 -subj '/CN=eventstoredb-node' -keyout node.key -out node.csr 2>/dev/null
  names=DNS:eventstore-1,DNS:eventstore-2,DNS:eventstore-3,DNS:localhost,IP:127.0.0.1
  openssl x509 -req -in node.csr -CA ca/ca.crt -CAkey ca.key -CAcreateserial -sha256 -days "$days" -out node.crt \
    -extfile <(printf 'subjectAltName=%s\nkeyUsage=critical,digitalSignature,keyEncipherment\nextendedKeyUsage=serverAuth,clientAuth\n' "$names") 2>/dev/null
  rm node.csr
fi
# Certificates are public. The node's key must be readable by the user of the image, 1000; the authority's key by nobody else.
chmod 755 . ca
chmod 644 ca/ca.crt node.crt
case $(id -u) in
0) chown 1000:1000 node.key ;;
1000) ;;
*) echo "Run: sudo chown 1000:1000 $PWD/node.key" ;;
esac
echo "Certificates are in $PWD. Keep ca.key elsewhere: it is needed only for new certificates."
