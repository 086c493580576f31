/** What drafts of commands are made from. */
import type { ApiCommand, Data, Reference } from './command.ts';
import type { Random } from './random.ts';

/** With keys if it depends on who sends it, or repeats what was sent. */
export type Draft = Pick<ApiCommand, 'operation' | 'params' | 'query' | 'body' | 'accept'> &
  Partial<Pick<ApiCommand, 'key' | 'idempotencyKey'>>;
export type Made = {
  readonly serial: number;
  /** Its place in the list that showed it. */
  readonly item?: number;
  readonly of: Reference | undefined;
  /** The asset of a wallet. */
  readonly asset: string;
  /** The kind of a transfer, and its first state. */
  readonly kind: string;
  readonly state: string;
  /** The command that created it. */
  readonly body: ApiCommand['body'];
};

/** Webhook endpoints that receive events from the beginning. */
export const RECEIVERS = 'receivers';

/** The commands so far that created an object, by the prefix of its ID. */
export type Created = Map<string, Made[]>;

export type Context = {
  readonly random: Random;
  readonly created: Created;
  /** Whether no other client uses the book, so that lists of all its objects are known. */
  readonly isAlone: boolean;
};

export type Drafts = Readonly<
  Record<string, readonly [weight: number, draft: (context: Context) => Omit<Draft, 'operation'>]>
>;

export const reference = ({ random, created }: Context, prefix: string): Reference => {
  const made = random.oneIn(40) ? undefined : random.pickAny(created.get(prefix) ?? []);
  return toReference(made, prefix);
};

/** An object and its owner; rarely another user. */
export function owned(
  context: Context,
  prefix: string,
  parameter: string,
): Readonly<Record<string, Reference>> {
  const made = context.random.pickAny(context.created.get(prefix) ?? []);
  const user_id = made?.of === undefined || context.random.oneIn(20) ? reference(context, 'usr') : made.of;
  return { user_id, [parameter]: toReference(made, prefix) };
}

export const user = (context: Context): Readonly<Record<string, Reference>> => ({
  user_id: reference(context, 'usr'),
});

/** An object that was made; an unknown one if there is none. */
export const toReference = (made: Made | undefined, prefix: string): Reference => ({
  $answer: made?.serial ?? -1,
  prefix,
  ...(made?.item !== undefined && { item: made.item }),
});

/** Mostly an object that fits; otherwise any. */
export function fitting(context: Context, prefix: string, fits: (made: Made) => boolean): Reference {
  const { random, created } = context;
  const of = created.get(prefix) ?? [];
  const found = random.oneIn(12) ? undefined : random.pickAny(of.filter(fits));
  return found === undefined ? reference(context, prefix) : toReference(found, prefix);
}

/** The account that has received money for the wallet, or will. */
export const depositAccountOf = ({ created }: Context, wallet: Made): Made | undefined =>
  created.get('da')?.find(({ body }) => walletIn(body?.['destination'])?.$answer === wallet.serial);

/** Whether both belong to the same user. */
export const isOf = (made: Made, other: Made | undefined): boolean => made.of?.$answer === other?.of?.$answer;

export const isPoints = ({ asset }: Made): boolean => asset === 'svc-points';

/** Mostly a user who is deactivated. Other commands rarely choose one. */
export function deactivatedUser(context: Context): Reference {
  const { random, created } = context;
  const deactivated = random.pickAny(created.get('deactivated') ?? []);
  return deactivated?.of === undefined || random.oneIn(4) ? reference(context, 'usr') : deactivated.of;
}

/** The wallet that a side of a transfer, or a body, names. */
export const walletIn = (end: Data | undefined): Reference | undefined =>
  typeof end === 'object' && end !== null && 'wallet_id' in end ? (end['wallet_id'] as Reference) : undefined;
