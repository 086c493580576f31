/** Calls between threads: one message with a method name and arguments, and one message with the response. */
import type { MessagePort } from 'node:worker_threads';
import { StoreUnavailable } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import { clearTimeout, setTimeout } from '../../system/runtime.ts';

/** Methods by name. Arguments and results must support structured cloning. */
type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

export type CallMessage = {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: unknown[];
};
/** A cloned error loses its class, so `unavailable` marks StoreUnavailable. */
export type ResponseMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly unavailable: boolean; readonly error: unknown };

type Port = Pick<MessagePort, 'postMessage'>;

export type Caller<Served extends Methods> = {
  call<Name extends keyof Served & string>(
    method: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>>;
  /** Must be called with each response. */
  receive(answer: ResponseMessage): void;
  /** Rejects all pending and future calls. */
  fail(reason: StoreUnavailable): void;
};

type Pending = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/** The calling side. A call without a response after `deadlineMs` is rejected with StoreUnavailable. */
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
      const expire = (id: number): void => {
        take(id)?.reject(new StoreUnavailable(`the storage thread did not answer ${method} in time`));
      };
      port.postMessage(message);
      pending.set(lastId, { resolve, reject, timer: setTimeout(expire, deadlineMs, lastId) });
    });

  return {
    // The other side serves exactly these methods, so the result has the method's type.
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

/** The serving side: runs the method of each call and posts the response. Calls start in the order they arrive. */
export function createServer(port: Port, methods: Methods): (call: CallMessage) => void {
  const byName = new Map(Object.entries(methods));
  const answer = async ({ id, method, args }: CallMessage): Promise<ResponseMessage> => {
    try {
      // The calling side's types only allow the method's own arguments.
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
