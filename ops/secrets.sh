#!/usr/bin/env bash
# Creates the secrets that docker-compose.yml needs: .env, and certificates of the event store. Existing ones are kept.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
touch .env
add() { grep -q "^$1=." .env || echo "$1=$2" >>.env; }
add MASTER_KEY "$(openssl rand -base64 32)"
for name in EVENTSTORE_PASSWORD MONGODB_PASSWORD MONGODB_ROOT_PASSWORD MONGODB_MEMBER_KEY MONITORING_TOKEN; do
  add "$name" "$(openssl rand -hex 24)"
done
ops/eventstore/certificates.sh certificates
echo 'Secrets are in .env. Back up MASTER_KEY apart from the data.'
