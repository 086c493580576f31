import { reasonContext } from '../ledger/sealing-context.ts';
import type { UserKey, Vault } from './vault.ts';

// Reasons that people type are often about a person. They are stored in events as marked, sealed texts, and opened in what
// leaves the service. Forgetting a person destroys the key, and readers then see a fixed text (docs/security.md, "Personal data").
//
// A marked text is `sealed:<stream>:<layers>:<sealed text>`. It stands where the plain text stood in events of earlier releases,
// so both are readable. A reason about two people has two layers, and needs both keys.

const SEALED_REASON = /sealed:([A-Za-z0-9_.-]+):([1-9]):([A-Za-z0-9_-]{16}\.2\.[A-Za-z0-9_-]+)/g;
const MARK = 'sealed:book-';

/** What readers see instead of a reason about a person who was forgotten. */
export const ERASED_REASON = 'Erased with the personal data.';

/** The marked text of a reason, sealed with the key of each person whom it may concern. */
export const sealReason = (text: string, stream: string, keys: readonly Pick<UserKey, 'seal'>[]): string =>
  `sealed:${stream}:${keys.length}:${keys.reduce(
    (inner, key) => key.seal(inner, reasonContext(stream)),
    text,
  )}`;

export type ReasonOpener = {
  /** The text with all reasons in it opened. With a stream, reasons of other books stay as they are. */
  openText(text: string, stream?: string): Promise<string>;
  /** The same for a JSON text. Returns texts without reasons at once. */
  openJson(body: string, stream?: string): string | Promise<string>;
};

export function createReasonOpener(vault: Pick<Vault, 'keyFor'>): ReasonOpener {
  /** Undefined for a text that nobody sealed as a reason, such as one that a client made up. */
  async function open(stream: string, layers: number, sealed: string): Promise<string | undefined> {
    let text = sealed;
    for (let layer = 0; layer < layers; layer += 1) {
      const key = await vault.keyFor(text);
      if (key === undefined) return ERASED_REASON;
      try {
        text = key.open(text, reasonContext(stream));
      } catch {
        return undefined;
      }
    }
    return text;
  }

  async function replaceAll(
    text: string,
    ofStream: string | undefined,
    encode: (opened: string) => string,
  ): Promise<string> {
    let result = '';
    let end = 0;
    for (const { 0: marked, 1: stream = '', 2: layers, 3: sealed = '', index } of text.matchAll(
      SEALED_REASON,
    )) {
      const isReadable = ofStream === undefined || ofStream === stream;
      const opened = isReadable ? await open(stream, Number(layers), sealed) : undefined;
      result += text.slice(end, index) + (opened === undefined ? marked : encode(opened));
      end = index + marked.length;
    }
    return result + text.slice(end);
  }

  return {
    openText: (text, stream) => replaceAll(text, stream, (opened) => opened),
    openJson: (body, stream) =>
      body.includes(MARK) ? replaceAll(body, stream, (opened) => JSON.stringify(opened).slice(1, -1)) : body,
  };
}
