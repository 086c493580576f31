/**
 * Verifies an archive made by `audit export`, or the proof of a balance. It depends only on Node.js modules.
 *
 *   node verify-export.mjs FILE [--public-key KEY]
 *
 * KEY is one line, `<name>+<hash>+<base64>`. Without it, the key in the archive is used, which proves that the archive is
 * unchanged but not who signed it. A proof contains no key. Exit codes: 0 valid, 1 invalid, 2 invalid usage or file not readable.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

class InvalidArchive extends Error {}
class UsageError extends Error {}

const check = (holds, text) => {
  if (!holds) throw new InvalidArchive(text);
};
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Yields tar entries as [name, size, chunks]. Read each entry before requesting the next one. */
async function* entriesOf(stream) {
  const source = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  let total = 0;
  const take = async (length) => {
    const chunks = [];
    let missing = length;
    while (missing > 0) {
      if (rest.length === 0) {
        const { value, done } = await source.next();
        if (done) throw new InvalidArchive('the archive is truncated');
        rest = value;
      }
      const chunk = rest.subarray(0, missing);
      rest = rest.subarray(chunk.length);
      missing -= chunk.length;
      chunks.push(chunk);
    }
    total += length;
    return Buffer.concat(chunks);
  };
  const textIn = (header, from, to) => header.subarray(from, to).toString('utf8').replace(/\0.*$/s, '');
  for (;;) {
    const header = await take(512);
    if (header.every((byte) => byte === 0)) break;
    const size = parseInt(textIn(header, 124, 136), 8);
    const type = textIn(header, 156, 157);
    const prefix = textIn(header, 345, 500);
    const name = (prefix === '' ? '' : `${prefix}/`) + textIn(header, 0, 100);
    check(Number.isInteger(size) && (type === '0' || type === ''), `${name} is not a regular file`);
    let left = size;
    const chunks = async function* () {
      while (left > 0) {
        const chunk = await take(Math.min(left, 1 << 20));
        left -= chunk.length;
        yield chunk;
      }
    };
    yield [name, size, chunks()];
    while (left > 0) left -= (await take(Math.min(left, 1 << 20))).length;
    await take((512 - (size % 512)) % 512);
  }
  // Only zero bytes may follow the end of the archive.
  for (;;) {
    check(
      rest.every((byte) => byte === 0),
      'the archive has data after its end',
    );
    const { value, done } = await source.next();
    if (done) return total;
    rest = value;
  }
}

const digits = (text) => BigInt(text.replace('.', ''));

/** State of a stream while it is read: the head of its chain, and the balances of its accounts. */
const createStream = (name) => ({ name, next: 0, hash: '0'.repeat(64), time: '', sums: new Map() });

function verifyEvent(stream, line) {
  const { stream: name, revision, id, type, data, metadata, ...more } = JSON.parse(line);
  const location = `${stream.name} at revision ${revision}`;
  check(name === stream.name && Object.keys(more).length === 0, `${location} has unexpected members`);
  check(revision === stream.next, `${stream.name}: revision ${stream.next} is missing`);
  const match = /^(.*),"hash":"([0-9a-f]{64})"\}$/s.exec(metadata);
  check(match !== null, `${location} has no hash`);
  const [, rest, stated] = match;
  const parts = [stream.hash, name, String(revision), id, type, data, `${rest}}`];
  check(
    sha256(parts.join('\n')) === stated,
    `${location}: the hash does not match the event and the hash of the previous event`,
  );
  const { time } = JSON.parse(metadata);
  check(time >= stream.time, `${location} is older than the previous event`);
  if (type === 'posting.recorded') verifyPosting(stream.sums, JSON.parse(data).lines, location);
  Object.assign(stream, { next: revision + 1, hash: stated, time });
}

function verifyPosting(sums, lines, location) {
  const totals = new Map();
  const add = (map, key, amount) => {
    const sum = (map.get(key) ?? 0n) + amount;
    map.set(key, sum);
    return sum;
  };
  for (const { account, bucket, unit, amount, cashable, balance_after, cashable_after } of lines) {
    add(totals, unit, digits(amount));
    const after = add(sums, `${account} ${bucket} ${unit}`, digits(amount));
    check(after === digits(balance_after), `${location}: the stated balance of ${account} is wrong`);
    if (account.startsWith('wal_')) check(after >= 0n, `${location}: the balance of ${account} is negative`);
    if (cashable === undefined) continue;
    add(totals, `${unit} cashable`, digits(cashable));
    const cash = add(sums, `${account} ${bucket} ${unit} cashable`, digits(cashable));
    check(cash === digits(cashable_after), `${location}: the stated cashable part of ${account} is wrong`);
    if (account.startsWith('wal_'))
      check(cash >= 0n && cash <= after, `${location}: the cashable part of ${account} exceeds its balance`);
  }
  for (const [unit, sum] of totals) check(sum === 0n, `${location} does not sum to zero in ${unit}`);
}

/** Reads one file and returns its length and hash. Verifies events if it is a part of a stream. */
async function readFile(name, chunks, streams) {
  const digest = createHash('sha256');
  const otherContent = [];
  const part = /^streams\/([^/]+)\/(\d{12})\.jsonl$/.exec(name);
  let bytes = 0;
  let events = 0;
  let rest = Buffer.alloc(0);
  let stream;
  if (part !== null) {
    stream = streams.get(part[1]) ?? createStream(part[1]);
    streams.set(part[1], stream);
    check(stream.next === Number(part[2]), `${name} does not continue the previous part`);
  }
  for await (const chunk of chunks) {
    digest.update(chunk);
    bytes += chunk.length;
    if (stream === undefined) {
      otherContent.push(chunk);
      continue;
    }
    const text = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, from)) {
      verifyEvent(stream, text.toString('utf8', from, at));
      events += 1;
      from = at + 1;
    }
    rest = text.subarray(from);
  }
  check(rest.length === 0, `${name} must end with a line feed`);
  return { bytes, events, sha256: digest.digest('hex'), text: Buffer.concat(otherContent).toString('utf8') };
}

function parseKey(text) {
  const [, name, keyHash, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  check(bytes.length === 33 && bytes[0] === 1, 'the public key must be an Ed25519 key');
  const expected = sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes])).slice(0, 8);
  check(keyHash === expected, 'the public key does not match its hash');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, keyHash, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** A mistyped key is invalid usage, not an invalid archive. */
function parseGivenKey(text) {
  try {
    return parseKey(text);
  } catch (error) {
    throw new UsageError(`--public-key: ${error.message}`);
  }
}

/** Returns the text that the key has signed. `what` names the note. */
function checkSigned(note, what, { name, keyHash, key }) {
  const [, text, signer, encoded] = /^((?:[^\n]+\n)+)\n— (\S+) (\S+)\n$/.exec(note) ?? [];
  check(text !== undefined && signer === name, `${what} is not signed by this key`);
  const bytes = Buffer.from(encoded, 'base64');
  check(bytes.length === 68 && bytes.toString('hex', 0, 4) === keyHash, `${what} is signed by another key`);
  check(verify(null, Buffer.from(text), key, bytes.subarray(4)), `the signature of ${what} is invalid`);
  return text;
}

function checkNote(note, manifest, key) {
  const text = checkSigned(note, 'manifest.note', key);
  const [origin, size, root] = text.split('\n');
  check(origin === 'svc-ledger/export', 'manifest.note does not describe an export');
  check(
    Number(size) === manifest.bytes && Buffer.from(root, 'base64').toString('hex') === manifest.sha256,
    'manifest.json does not match its signature',
  );
}

function checkManifest(manifest, files, streams) {
  check(
    manifest.format === 'svc-ledger-export' && manifest.version === 1,
    'the format of the manifest is not supported',
  );
  const listed = [...manifest.files, ...manifest.streams.flatMap(({ parts }) => parts)];
  for (const { file, bytes, sha256, events } of listed) {
    const found = files.get(file);
    check(found !== undefined, `${file} is missing`);
    check(
      found.bytes === bytes && found.sha256 === sha256 && (events === undefined || found.events === events),
      `${file} does not match the manifest`,
    );
    files.delete(file);
  }
  check(files.size === 0, `the manifest does not list ${[...files.keys()].join(', ')}`);
  for (const { stream, events, last_revision, head_hash } of manifest.streams) {
    const found = streams.get(stream);
    check(
      found?.next === events && last_revision === events - 1 && found.hash === head_hash,
      `the last event of ${stream} does not match the manifest`,
    );
  }
}

const isHash = (text) => typeof text === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(text);

const nodeHash = (prefix, ...parts) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from([prefix]), ...parts]))
    .digest();

/** The root that a line and its path lead to (RFC 6962), in base64. */
function rootOf({ line, index, path }, leaves) {
  check(Number.isSafeInteger(leaves) && Number.isSafeInteger(index), 'index and leaves must be integers');
  check(index >= 0 && index < leaves, 'index must be less than leaves');
  check(Array.isArray(path) && path.every(isHash), 'a path must consist of hashes');
  const rest = path.map((text) => Buffer.from(text, 'base64'));
  let node = nodeHash(0, Buffer.from(line));
  for (let [at, size] = [index, leaves]; size > 1; at = Math.floor(at / 2), size = Math.ceil(size / 2)) {
    if (at % 2 === 0 && at === size - 1) continue;
    const sibling = rest.shift();
    check(sibling !== undefined, `the path of ${line} is too short`);
    node = at % 2 === 1 ? nodeHash(1, sibling, node) : nodeHash(1, node, sibling);
  }
  check(rest.length === 0, `the path of ${line} is too long`);
  return node.toString('base64');
}

/** Verifies the answer of `audit prove` or of the API. */
function verifyProof(proof, key) {
  const { stream, account, checkpoint, leaves, balances } = proof;
  const text = checkSigned(String(checkpoint), 'the checkpoint', key);
  const [origin, , , ...more] = text.split('\n');
  check(origin === `svc-ledger/${stream}`, 'the checkpoint is one of another stream');
  const valueOf = (name) => more.find((each) => each.startsWith(`${name} `))?.slice(name.length + 1);
  const [time, root] = [valueOf('time'), valueOf('state')];
  check(time !== undefined && root !== undefined, 'the checkpoint signs no state');
  check(Array.isArray(balances) && balances.length > 0, 'the proof has no balance');
  for (const balance of balances) {
    const names = [`balance ${account} `, `balance ${account}:pending `];
    check(
      names.some((name) => String(balance.line).startsWith(name)),
      `${balance.line} is no balance of ${account}`,
    );
    check(rootOf(balance, leaves) === root, `this is not signed: ${balance.line}`);
  }
  console.log(`Signed at ${time} for ${stream}:`);
  for (const { line } of balances) console.log(line);
}

/** Undefined if the file is an archive. */
async function proofIn(file) {
  const chunks = [];
  for await (const chunk of createReadStream(file, { end: PROOF_BYTES_MAX })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes[0] !== '{'.charCodeAt(0)) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new InvalidArchive('the file is neither an archive nor a proof');
  }
}

const PROOF_BYTES_MAX = 1 << 20;

async function main([file, option, given]) {
  if (file === undefined || (option !== undefined && (option !== '--public-key' || given === undefined))) {
    console.error('usage: node verify-export.mjs FILE [--public-key KEY]');
    return 2;
  }
  const known = given === undefined ? undefined : parseGivenKey(given);
  const proof = await proofIn(file);
  if (proof !== undefined) {
    if (known === undefined) throw new UsageError('a proof needs --public-key');
    verifyProof(proof, known);
    return 0;
  }
  const streams = new Map();
  const files = new Map();
  const bytes = createReadStream(file);
  const unzipped = createGunzip();
  bytes.on('error', (error) => unzipped.destroy(error));
  for await (const [name, , chunks] of entriesOf(bytes.pipe(unzipped))) {
    check(!files.has(name), `${name} occurs twice`);
    files.set(name, await readFile(name, chunks, streams));
  }
  const [manifest, note] = [files.get('manifest.json'), files.get('manifest.note')];
  check(manifest !== undefined && note !== undefined, 'the archive has no signed manifest');
  files.delete('manifest.json');
  files.delete('manifest.note');
  const key = (given ?? files.get('public-key.txt')?.text ?? '').trim();
  checkNote(note.text, manifest, known ?? parseKey(key));
  const content = JSON.parse(manifest.text);
  // Otherwise a signer could name another key in the manifest.
  check(content.public_key === key, 'the manifest names another key than its signing key');
  checkManifest(content, files, streams);
  const events = content.streams.reduce((sum, each) => sum + each.events, 0);
  console.log(
    `All ${events} events of ${content.streams.length} streams are valid. Signed at ${content.created_at}.`,
  );
  if (given === undefined) console.log(`Compare the signing key with a copy from another channel: ${key}`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const unreadable = error?.code === 'ENOENT' || error?.code === 'EACCES' || error?.code === 'EISDIR';
  const misused = error instanceof UsageError;
  const what = misused ? '' : unreadable ? 'Cannot read the file: ' : 'Invalid: ';
  console.error(`${what}${error.message}`);
  process.exitCode = misused || unreadable ? 2 : 1;
}
