/**
 * Verifies an archive made by `audit export`. It stands alone: Node's own modules and nothing else.
 *
 *   node verify-export.mjs FILE [--public-key KEY]
 *
 * KEY is one line, `<name>+<hash>+<base64>`. Without it the archive's own key is used, which proves that the archive is
 * whole, and not whose it is. Exit codes: 0 all is right, 1 something is wrong, 2 wrong usage or not readable.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

class Wrong extends Error {}
class WrongUsage extends Error {}

const demand = (holds, text) => {
  if (!holds) throw new Wrong(text);
};
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The entries of a tar archive, as [name, size, chunks]. Each has to be read before the next one is asked for. */
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
        if (done) throw new Wrong('the archive ends in the middle of a file');
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
    demand(Number.isInteger(size) && (type === '0' || type === ''), `${name} is no plain file`);
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
  // Whatever follows the end has to be nothing.
  for (;;) {
    demand(
      rest.every((byte) => byte === 0),
      'something stands behind the end of the archive',
    );
    const { value, done } = await source.next();
    if (done) return total;
    rest = value;
  }
}

const digits = (text) => BigInt(text.replace('.', ''));

/** A stream as it goes by: the chain, and what its accounts hold. */
const createStream = (name) => ({ name, next: 0, hash: '0'.repeat(64), time: '', sums: new Map() });

function takeEvent(stream, line) {
  const { stream: name, revision, id, type, data, metadata, ...more } = JSON.parse(line);
  const place = `${stream.name} at revision ${revision}`;
  demand(
    name === stream.name && Object.keys(more).length === 0,
    `${place} has members that it should not have`,
  );
  demand(revision === stream.next, `${stream.name}: revision ${stream.next} is missing`);
  const match = /^(.*),"hash":"([0-9a-f]{64})"\}$/s.exec(metadata);
  demand(match !== null, `${place} carries no hash`);
  const [, rest, stated] = match;
  const parts = [stream.hash, name, String(revision), id, type, data, `${rest}}`];
  demand(
    sha256(parts.join('\n')) === stated,
    `${place}: its hash does not follow from it and the one before`,
  );
  const { time } = JSON.parse(metadata);
  demand(time >= stream.time, `${place} is older than the event before it`);
  if (type === 'posting.recorded') takePosting(stream.sums, JSON.parse(data).lines, place);
  Object.assign(stream, { next: revision + 1, hash: stated, time });
}

function takePosting(sums, lines, place) {
  const totals = new Map();
  const add = (map, key, amount) => {
    const sum = (map.get(key) ?? 0n) + amount;
    map.set(key, sum);
    return sum;
  };
  for (const { account, bucket, unit, amount, cashable, balance_after, cashable_after } of lines) {
    add(totals, unit, digits(amount));
    const after = add(sums, `${account} ${bucket} ${unit}`, digits(amount));
    demand(after === digits(balance_after), `${place}: ${account} does not hold what is stated`);
    if (account.startsWith('wal_')) demand(after >= 0n, `${place}: ${account} holds less than nothing`);
    if (cashable === undefined) continue;
    add(totals, `${unit} cashable`, digits(cashable));
    const cash = add(sums, `${account} ${bucket} ${unit} cashable`, digits(cashable));
    demand(
      cash === digits(cashable_after),
      `${place}: the cashable part of ${account} is not what is stated`,
    );
    if (account.startsWith('wal_'))
      demand(cash >= 0n && cash <= after, `${place}: more of ${account} is cashable than it holds`);
  }
  for (const [unit, sum] of totals) demand(sum === 0n, `${place} does not sum to zero in ${unit}`);
}

/** Reads one file: its length and hash, and its events where it is a part of a stream. */
async function readFile(name, chunks, streams) {
  const digest = createHash('sha256');
  const kept = [];
  const part = /^streams\/([^/]+)\/(\d{12})\.jsonl$/.exec(name);
  let bytes = 0;
  let events = 0;
  let rest = Buffer.alloc(0);
  let stream;
  if (part !== null) {
    stream = streams.get(part[1]) ?? createStream(part[1]);
    streams.set(part[1], stream);
    demand(stream.next === Number(part[2]), `${name} does not follow the part before it`);
  }
  for await (const chunk of chunks) {
    digest.update(chunk);
    bytes += chunk.length;
    if (stream === undefined) {
      kept.push(chunk);
      continue;
    }
    const text = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, from)) {
      takeEvent(stream, text.toString('utf8', from, at));
      events += 1;
      from = at + 1;
    }
    rest = text.subarray(from);
  }
  demand(rest.length === 0, `${name} does not end in a line feed`);
  return { bytes, events, sha256: digest.digest('hex'), text: Buffer.concat(kept).toString('utf8') };
}

function keyFrom(text) {
  const [, name, keyHash, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  demand(bytes.length === 33 && bytes[0] === 1, 'the public key is none of Ed25519');
  const expected = sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes])).slice(0, 8);
  demand(keyHash === expected, 'the public key does not have the hash that it states');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, keyHash, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** A key that was mistyped says nothing about the archive. */
function keyGiven(text) {
  try {
    return keyFrom(text);
  } catch (error) {
    throw new WrongUsage(`--public-key: ${error.message}`);
  }
}

function checkNote(note, manifest, { name, keyHash, key }) {
  const [, text, signer, encoded] = /^((?:[^\n]+\n)+)\n— (\S+) (\S+)\n$/.exec(note) ?? [];
  demand(text !== undefined && signer === name, 'manifest.note is no note that this key signed');
  const bytes = Buffer.from(encoded, 'base64');
  demand(
    bytes.length === 68 && bytes.toString('hex', 0, 4) === keyHash,
    'manifest.note was signed by another key',
  );
  demand(
    verify(null, Buffer.from(text), key, bytes.subarray(4)),
    'the signature of manifest.note is not right',
  );
  const [origin, size, root] = text.split('\n');
  demand(origin === 'svc-ledger/export', 'manifest.note is about something else');
  demand(
    Number(size) === manifest.bytes && Buffer.from(root, 'base64').toString('hex') === manifest.sha256,
    'manifest.json is not the one that was signed',
  );
}

function checkManifest(manifest, files, streams) {
  demand(
    manifest.format === 'svc-ledger-export' && manifest.version === 1,
    'the manifest is of another format',
  );
  const listed = [...manifest.files, ...manifest.streams.flatMap(({ parts }) => parts)];
  for (const { file, bytes, sha256, events } of listed) {
    const found = files.get(file);
    demand(found !== undefined, `${file} is missing`);
    demand(
      found.bytes === bytes && found.sha256 === sha256 && (events === undefined || found.events === events),
      `${file} is not the one that was signed`,
    );
    files.delete(file);
  }
  demand(files.size === 0, `${[...files.keys()].join(', ')} was never signed`);
  for (const { stream, events, last_revision, head_hash } of manifest.streams) {
    const found = streams.get(stream);
    demand(
      found?.next === events && last_revision === events - 1 && found.hash === head_hash,
      `${stream} does not end as the manifest says`,
    );
  }
}

async function main([file, option, given]) {
  if (file === undefined || (option !== undefined && (option !== '--public-key' || given === undefined))) {
    console.error('usage: node verify-export.mjs FILE [--public-key KEY]');
    return 2;
  }
  const known = given === undefined ? undefined : keyGiven(given);
  const streams = new Map();
  const files = new Map();
  const bytes = createReadStream(file);
  const unzipped = createGunzip();
  bytes.on('error', (error) => unzipped.destroy(error));
  for await (const [name, , chunks] of entriesOf(bytes.pipe(unzipped))) {
    demand(!files.has(name), `${name} is there twice`);
    files.set(name, await readFile(name, chunks, streams));
  }
  const [manifest, note] = [files.get('manifest.json'), files.get('manifest.note')];
  demand(manifest !== undefined && note !== undefined, 'there is no signed manifest');
  files.delete('manifest.json');
  files.delete('manifest.note');
  const key = (given ?? files.get('public-key.txt')?.text ?? '').trim();
  checkNote(note.text, manifest, known ?? keyFrom(key));
  const content = JSON.parse(manifest.text);
  // Who signs an archive could name anybody in it.
  demand(content.public_key === key, 'the manifest names another key than the one that signed it');
  checkManifest(content, files, streams);
  const events = content.streams.reduce((sum, each) => sum + each.events, 0);
  console.log(
    `All ${events} events of ${content.streams.length} streams are right, as signed at ${content.created_at}.`,
  );
  if (given === undefined) console.log(`Compare the key with the one you were given: ${key}`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const unreadable = error?.code === 'ENOENT' || error?.code === 'EACCES' || error?.code === 'EISDIR';
  const misused = error instanceof WrongUsage;
  const what = misused ? '' : unreadable ? 'It could not be read: ' : 'Wrong: ';
  console.error(`${what}${error.message}`);
  process.exitCode = misused || unreadable ? 2 : 1;
}
