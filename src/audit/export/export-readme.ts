/** The text that lies in every archive, so that it can be read without anything else. */
export const EXPORT_README = `# An export of event streams

This archive holds streams of events of a wallet ledger, exactly as they were stored, and what is needed to verify them.

| File | |
| --- | --- |
| \`streams/<stream>/<first revision>.jsonl\` | events of a stream, oldest first, in parts |
| \`schemas/events/…\` | JSON Schemas (2020-12) of the events' data and metadata |
| \`manifest.json\` | every other file with its length and SHA-256, and for each stream its events and the hash of the last |
| \`manifest.note\` | the signature of \`manifest.json\` |
| \`public-key.txt\` | the key that signed it; compare it with one that you were given in another way |

## Events

A line is a JSON object with the members \`stream\`, \`revision\` (from 0, without gaps), \`id\`, \`type\`, \`data\` and
\`metadata\`. The last two are texts: JSON as it was stored, to the byte. The last member of metadata is \`hash\`.

The hash of an event is SHA-256, in lower-case hex, over these texts in UTF-8, joined by single line feeds: the hash of the
event before (64 zeros for the first), the stream's name, the revision in decimal, the ID, the type, the text of data, and
the text of metadata with \`,"hash":"…"\` cut off before its closing brace. \`head_hash\` in the manifest is that of the last.

Events of the type \`posting.recorded\` have lines. In each unit their amounts sum to zero, and so do their cashable parts;
\`balance_after\` and \`cashable_after\` are what the account's bucket holds after the line.

## The signature

\`manifest.note\` is a signed note (C2SP): four lines of text, namely the origin
\`svc-ledger/export\`, the length of \`manifest.json\` in bytes, its SHA-256 in base64, and \`time\` with when it was signed; then
an empty line, and \`— <name> <base64>\`. That base64 is four bytes that name the key, and an Ed25519 signature of
the text above the empty line, its line feeds included. The key in \`public-key.txt\` is \`<name>+<those four bytes in
hex>+<base64>\`, and that base64 is the byte 1 and the 32 bytes of the key.

\`verify-export.mjs\`, which comes with the service, verifies all of this with nothing but Node.
`;
