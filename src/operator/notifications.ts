/**
 * Tells operators by email and by webhook what needs attention. A record says that an item was sent under a rule: it is written
 * before the message leaves, so that no restart and no other node sends it again, and deleted when the item is gone.
 */

import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import { backoffDelayMs, exponentialDelays } from '../async/wait.ts';
import type { AttentionItem } from '../generated/api.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { errorMessage } from '../system/errors.ts';
import { randomUUID } from '../system/runtime.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import {
  NOTIFICATIONS,
  listNotifications,
  ruleOf,
  sentState,
  sentValue,
  type SentState,
} from './notification-records.ts';
import type { NotificationRule, OperatorServices } from './operations/services.ts';
import { ATTENTION_KINDS } from './resources/attention-kinds.ts';
import { findAttention } from './resources/attention.ts';

/** What a message says: a sentence without personal data, and a page of the console. */
type Message = { readonly text: string; readonly path: string };

type Records = Pick<DocumentStore, 'putRecord' | 'deleteRecord' | 'replaceRecord' | 'listRecords'>;

const MENTION = 'mention';

const keyOf = (rule: string, item: string): string => `${rule} ${item}`;

const WAITING: SentState = { state: 'waiting', failures: 0, next_attempt_at: 0 };

// Mentions in notes. The node that adds the note records them; a worker sends them.

/** A mention that could not be sent for so long is dropped. */
const MENTION_MS = 7 * 24 * 60 * 60 * 1_000;

/** Whether the text contains `@` and the name, as a whole word. */
export function mentions(text: string, name: string): boolean {
  const [lower, wanted] = [text.toLowerCase(), `@${name.toLowerCase()}`];
  const isWord = (character: string | undefined): boolean => /[\p{L}\p{N}_]/u.test(character ?? '');
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1))
    if (!isWord(lower[at - 1]) && !isWord(lower[at + wanted.length])) return true;
  return false;
}

/** Records whom a new note mentions. Throws StoreUnavailable. */
export async function recordMentions(
  { documents, notificationRules, clock }: OperatorServices,
  { id, object_id, text }: { readonly id: string; readonly object_id: string; readonly text: string },
): Promise<void> {
  for (const { name, operator, kinds } of notificationRules) {
    if (operator === null || !kinds.includes('mentions') || !mentions(text, operator)) continue;
    const expiresAt = new Date(clock() + MENTION_MS);
    const key = keyOf(name, `${MENTION} ${id} ${object_id}`);
    await documents.putRecord(NOTIFICATIONS, key, sentValue(WAITING), { ifAbsent: true, expiresAt });
  }
}

const MENTION_KEY = /^\S+ mention nte_\w+ ((usr|trf)_\w+)$/;

/** Undefined for a key that is none of a mention. */
function mentionAt(key: string): Message | undefined {
  const [, id, kind] = MENTION_KEY.exec(key) ?? [];
  if (id === undefined) return undefined;
  const [subject, page] = kind === 'usr' ? ['customer', 'users'] : ['transfer', 'transfers'];
  return { text: `You were mentioned in a note about a ${subject}`, path: `/console/${page}/${id}#notes` };
}

// Items that need attention.

type Item = Message & { readonly kind: AttentionItem['kind']; readonly id: string };

/** Parts are items of their own. What exactly is wrong stays in the console: it may quote what others wrote. */
function itemOf({ kind, count, is_more, since, detail }: AttentionItem): Item {
  const { one, many, href } = ATTENTION_KINDS[kind];
  const part = kind === 'not_ready' || kind === 'warning' ? (detail?.split(':')[0] ?? '') : '';
  const amount = `${count}${is_more ? '+' : ''} ${count === 1 ? one : many}`;
  const begin = since === null ? '' : `, since ${since.slice(0, 16).replace('T', ' ')} UTC`;
  const text = `${amount}${part === '' ? '' : ` (${part})`}${begin}`;
  return { kind, id: part === '' ? kind : `${kind} ${part}`, text, path: href };
}

// Sending.

type Delivery = {
  readonly text: string;
  readonly url: string;
  readonly id: string;
  readonly attempt: number;
};

/** Sends one message as the rule with this name says. Throws if it was not accepted. */
export type Send = (rule: string, delivery: Delivery) => Promise<void>;

/** The format of Slack's incoming webhooks. */
export const slackMessage = ({ text, url }: Pick<Delivery, 'text' | 'url'>): string => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: `${escaped}\n<${url}|Open in the console>` } },
  ];
  return JSON.stringify({ text: `${escaped} ${url}`, blocks });
};

export const sendToWebhook =
  (
    { sender, clock }: Pick<OperatorServices, 'sender' | 'clock'>,
    { allowLoopback }: { readonly allowLoopback: boolean },
  ): ((url: string, delivery: Delivery) => Promise<void>) =>
  async (url, delivery) => {
    const { succeeded, error, response_status } = await sender.send({
      url,
      body: slackMessage(delivery),
      event_id: delivery.id,
      attempt: delivery.attempt,
      sentAt: clock(),
      // The URL is the receiver's secret.
      sign: () => [],
      allowLoopback,
    });
    if (!succeeded)
      throw new Error(response_status === null ? (error ?? 'no answer') : `HTTP ${response_status}`);
  };

type NotifierOptions = {
  readonly services: OperatorServices;
  readonly lease: { tryAcquire(): Promise<boolean>; release(): Promise<void> };
  readonly send: Send;
  readonly checkEveryMs: number;
  /** How long after a message an item that is still open is sent again; 0: never. */
  readonly remindAfterMs: number;
  readonly log: Pick<Logger, 'warn' | 'info' | 'debug'>;
};

/** Less than half of the lease, so that its holder renews it before others find it expired. */
const RUN_EVERY_MS = 1_000;
const RETRIES = { delaysMs: exponentialDelays(2_000, 300_000) };

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #records: Records;
  readonly #failing: ReadonlyMap<string, ReturnType<typeof createConditionLog>>;
  #checkedAt = -Infinity;
  /** What was found last, by key. */
  #items: ReadonlyMap<string, Message> = new Map();

  constructor(options: NotifierOptions) {
    const { services, log } = options;
    this.#options = options;
    this.#records = services.documents;
    this.#failing = new Map(
      services.notificationRules.map(({ name }) => [
        name,
        createConditionLog(log, {
          started: 'notification not sent; trying again',
          ended: 'notifications sent again',
        }),
      ]),
    );
  }

  /** Resolves when the signal has aborted and the last message has been sent. */
  async run(signal: AbortSignal): Promise<void> {
    const { lease, log } = this.#options;
    const onError = (err: unknown): void => log.debug({ err }, 'notifications not checked');
    await repeat({ run: () => this.#runOnce(), everyMs: RUN_EVERY_MS, onError }, signal);
    await lease.release().catch(() => undefined);
  }

  async #runOnce(): Promise<void> {
    const { services, lease, checkEveryMs } = this.#options;
    if (!(await lease.tryAcquire())) return;
    if (services.clock() - this.#checkedAt >= checkEveryMs) {
      this.#checkedAt = services.clock();
      await this.#compare();
    }
    const rules = new Map(services.notificationRules.map((each) => [each.name, each]));
    const due: Promise<void>[] = [];
    for (const record of await listNotifications(this.#records)) {
      const { key, value } = record;
      const sent = sentState(record);
      const rule = rules.get(ruleOf(record));
      const message = mentionAt(key) ?? this.#items.get(key);
      if (rule === undefined || message === undefined || !this.#isDue(sent, isMention(key))) continue;
      due.push(this.#deliver({ rule, message, key, value, sent }));
      if (due.length === CONCURRENT_MAX) await Promise.all(due.splice(0));
    }
    await Promise.all(due);
  }

  /** An item that stays open is sent again after a while. */
  #isDue({ state, next_attempt_at, sent_at = 0 }: SentState, isOnce: boolean): boolean {
    const { services, remindAfterMs } = this.#options;
    const now = services.clock();
    if (state === 'waiting') return next_attempt_at <= now;
    return !isOnce && remindAfterMs > 0 && sent_at + remindAfterMs <= now;
  }

  /** Records new items, and forgets items that are gone, so that they are sent again when they return. */
  async #compare(): Promise<void> {
    const { services } = this.#options;
    const { data, is_complete } = await findAttention(services);
    const items = data.map(itemOf);
    const wanted = new Map(
      services.notificationRules.flatMap(({ name, kinds }) =>
        items.filter(({ kind }) => kinds.includes(kind)).map((item) => [keyOf(name, item.id), item] as const),
      ),
    );
    this.#items = wanted;
    const known = new Set((await listNotifications(this.#records)).map(({ key }) => key));
    for (const key of wanted.keys())
      if (!known.has(key))
        await this.#records.putRecord(NOTIFICATIONS, key, sentValue(WAITING), { ifAbsent: true });
    if (!is_complete) return;
    for (const key of known)
      if (!wanted.has(key) && !isMention(key)) await this.#records.deleteRecord(NOTIFICATIONS, key);
  }

  /** Only the node that replaces the record sends the message. */
  async #deliver({ rule, message, key, value, sent }: Due): Promise<void> {
    const { services, send } = this.#options;
    const failing = this.#failing.get(rule.name);
    const id = randomUUID();
    const attempt = sent.failures + 1;
    const sentAt = services.clock();
    const sending = sentValue({ ...sent, state: 'sending', sent_at: sentAt });
    if (!(await this.#records.replaceRecord(NOTIFICATIONS, key, value, sending))) return;
    const url = `${services.publicUrl()}${message.path}`;
    const text = sent.sent_at === undefined ? message.text : `Still open: ${message.text}`;
    try {
      await send(rule.name, { text, url, id, attempt });
    } catch (error) {
      const now = services.clock();
      const waiting = sentValue({
        ...sent,
        state: 'waiting',
        failures: attempt,
        next_attempt_at: now + backoffDelayMs(RETRIES, attempt),
        failing_since: sent.failing_since ?? now,
      });
      await this.#records.replaceRecord(NOTIFICATIONS, key, sending, waiting);
      failing?.started({ rule: rule.name, reason: errorMessage(error) });
      return;
    }
    failing?.ended();
    if (isMention(key)) {
      await this.#records.deleteRecord(NOTIFICATIONS, key);
      return;
    }
    const done = sentValue({ ...WAITING, state: 'sent', sent_at: sentAt });
    await this.#records.replaceRecord(NOTIFICATIONS, key, sending, done);
  }
}

type Due = {
  readonly rule: NotificationRule;
  readonly message: Message;
  readonly key: string;
  readonly value: string;
  readonly sent: SentState;
};

const CONCURRENT_MAX = 8;

const isMention = (key: string): boolean => mentionAt(key) !== undefined;
