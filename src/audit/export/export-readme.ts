/** The README of every archive. */
export const EXPORT_README = `# An export of event streams

This archive contains event streams of a wallet ledger, exactly as stored, and everything you need to verify them.

| File | |
| --- | --- |
| \`streams/<stream>/<first revision>.jsonl\` | Events of a stream, oldest first, in parts |
| \`schemas/events/…\` | JSON Schemas (2020-12) of event data and metadata |
| \`manifest.json\` | Length and SHA-256 of every other file; number of events and last hash of every stream |
| \`manifest.note\` | Signature of \`manifest.json\` |
| \`public-key.txt\` | The signing key. Compare it with a copy that you received through another channel |

## Events

Each line is a JSON object with the members \`stream\`, \`revision\` (from 0, without gaps), \`id\`, \`type\`, \`data\`, and
\`metadata\`. The last two are strings with the exact stored JSON. The last member of metadata is \`hash\`.

The hash of an event is SHA-256, in lower-case hex, of these UTF-8 strings joined with line feeds: the hash of the previous
event (64 zeros for the first), the name of the stream, the revision in decimal, the ID, the type, the text of data, and the
text of metadata without \`,"hash":"…"\` before its closing brace. \`head_hash\` in the manifest is the hash of the last event.

Events of type \`posting.recorded\` have lines. In each unit, amounts sum to zero, and so do cashable parts.
\`balance_after\` and \`cashable_after\` are the balance of the account's bucket after the line.

## The signature

\`manifest.note\` is a signed note (C2SP). It has four lines of text: the origin \`svc-ledger/export\`, the length of
\`manifest.json\` in bytes, its SHA-256 in base64, and \`time\` with the time of signing. An empty line and
\`— <name> <base64>\` follow. The base64 text encodes a four-byte key ID and an Ed25519 signature of the text above the
empty line, including its line feeds. \`public-key.txt\` contains \`<name>+<key ID in hex>+<base64>\`, where the base64 text
encodes the byte 1 and the 32 bytes of the key.

\`verify-export.mjs\`, which is part of the service, verifies all of this and needs only Node.js.
`;
