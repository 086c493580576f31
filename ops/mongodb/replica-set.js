// Run by the health check of the first member: initiates the replica set and creates the user of the service. Healthy once
// there is a primary and that user.
db.getSiblingDB('admin').auth(process.env.MONGO_INITDB_ROOT_USERNAME, process.env.MONGO_INITDB_ROOT_PASSWORD);
try {
  rs.status();
} catch {
  const members = [1, 2, 3].map((n) => ({ _id: n, host: `mongodb-${n}:27017`, priority: n === 1 ? 2 : 1 }));
  rs.initiate({ _id: 'rs0', members });
}
const primary = rs.status().members.find(({ stateStr }) => stateStr === 'PRIMARY');
if (primary === undefined) quit(1);
db.getMongo().setReadPref('secondaryPreferred');
const ledger = db.getSiblingDB('ledger');
if (ledger.getUser('ledger') === null) {
  if (!primary.self) quit(1);
  const roles = [{ role: 'readWrite', db: 'ledger' }];
  ledger.createUser({ user: 'ledger', pwd: process.env.MONGODB_PASSWORD, roles });
}
quit(0);
