/** Before the master key is replaced, all processes that run are asked whether they have the new one. */
import { hostname } from 'node:os';
import type { DocumentStore } from '../read-models/port.ts';
import type { KeyRing } from '../system/key-ring.ts';
import { currentTime, delay, randomUUID } from '../system/runtime.ts';

type Records = Pick<DocumentStore, 'getRecord' | 'putRecord' | 'listRecords' | 'deleteRecord'>;

const QUESTION = 'master-key/asked';
const ANSWER = 'master-key/answer/';
/** The records expire, so an interrupted question needs no other cleanup. */
const EXPIRES_AFTER_MS = 60_000;
/** More than there are processes. */
const ANSWERS_MAX = 1_000;

type Answer = { readonly process: string; readonly hasKey: boolean };

const expiry = (): Date => new Date(currentTime() + EXPIRES_AFTER_MS);

/** Asks for a key ID, and returns what answered in time. */
export async function askProcesses(
  documents: Records,
  keyId: string,
  answerMs: number,
): Promise<readonly Answer[]> {
  const question = `${keyId} ${randomUUID()}`;
  await documents.putRecord('leases', QUESTION, question, { expiresAt: expiry() });
  await delay(answerMs);
  const prefix = `${ANSWER}${question}/`;
  const records = await documents.listRecords('leases', { after: prefix, limit: ANSWERS_MAX });
  await documents.deleteRecord('leases', QUESTION);
  // `answerQuestion` writes these records.
  return records.filter(({ key }) => key.startsWith(prefix)).map(({ value }) => JSON.parse(value) as Answer);
}

/** Returns a function that answers for this process. Call it every second or so. */
export function answerQuestion(documents: Records, ring: KeyRing): () => Promise<void> {
  const id = randomUUID();
  let answered = '';
  return async () => {
    const question = await documents.getRecord('leases', QUESTION);
    if (question === undefined || question === answered) return;
    const [keyId = ''] = question.split(' ');
    const answer: Answer = {
      process: `${hostname()}:${process.pid}`,
      hasKey: ring.configured.some((version) => version.id === keyId),
    };
    const options = { expiresAt: expiry() };
    await documents.putRecord('leases', `${ANSWER}${question}/${id}`, JSON.stringify(answer), options);
    answered = question;
  };
}
