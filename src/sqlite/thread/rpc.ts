/**
 * Calls from one thread to another: one message with a method's name and arguments, one message with its answer.
 */
import type { MessagePort } from 'node:worker_threads';
import { errorMessage } from '../../system/errors.ts';
import { StoreUnavailable } from '../../event-store/port.ts';

/** Methods by name. Arguments and results are what a structured clone can carry. */
export type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

export type CallMessage = {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: unknown[];
};
/** An error loses its class on the way, and this one's matters. */
export type ResponseMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly unavailable: boolean; readonly error: unknown };

type Port = Pick<MessagePort, 'postMessage'>;

export type Caller<Served extends Methods> = {
  call<Name extends keyof Served & string>(
    method: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>>;
  /** To be called with each answer that comes. */
  receive(answer: ResponseMessage): void;
  /** Rejects all calls under way, and all that are made from now on. */
  fail(reason: StoreUnavailable): void;
};

type Pending = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/** The calling side. A call without an answer for `deadlineMs` is rejected with a StoreUnavailable. */
export function createCaller<Served extends Methods>(port: Port, deadlineMs: number): Caller<Served> {
  const pending = new Map<number, Pending>();
  let failure: StoreUnavailable | undefined;
  let lastId = 0;

  const take = (id: number): Pending | undefined => {
    const entry = pending.get(id);
    pending.delete(id);
    clearTimeout(entry?.timer);
    return entry;
  };
  const call = (method: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) throw failure;
      lastId += 1;
      const message: CallMessage = { kind: 'call', id: lastId, method, args };
      const late = (id: number): void => {
        take(id)?.reject(new StoreUnavailable(`The storage thread gave no answer to ${method} in time.`));
      };
      port.postMessage(message);
      pending.set(lastId, { resolve, reject, timer: setTimeout(late, deadlineMs, lastId) });
    });

  return {
    // The other side serves exactly the methods of this type, so the answer is of the method's type.
    call: (method, ...args) => call(method, args) as Promise<Awaited<ReturnType<Served[typeof method]>>>,
    receive: (answer) => {
      const entry = take(answer.id);
      if (answer.kind === 'answer') entry?.resolve(answer.value);
      else entry?.reject(revive(answer));
    },
    fail: (reason) => {
      failure ??= reason;
      for (const id of [...pending.keys()]) take(id)?.reject(reason);
    },
  };
}

/** The answering side: gives each call to its method, and posts the answer. Calls are begun in the order they came. */
export function createServer(port: Port, methods: Methods): (call: CallMessage) => void {
  const byName = new Map(Object.entries(methods));
  const answer = async ({ id, method, args }: CallMessage): Promise<ResponseMessage> => {
    try {
      // The calling side's type lets no arguments through but the method's own.
      const value = await byName.get(method)?.(...(args as never[]));
      return { kind: 'answer', id, value };
    } catch (error) {
      return { kind: 'fault', id, unavailable: error instanceof StoreUnavailable, error };
    }
  };
  return (call) => {
    void answer(call).then((message) => port.postMessage(message));
  };
}

function revive({ unavailable, error }: Extract<ResponseMessage, { kind: 'fault' }>): unknown {
  if (!unavailable) return error;
  return new StoreUnavailable(errorMessage(error), { cause: error });
}
