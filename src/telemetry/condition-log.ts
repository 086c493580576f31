/** Logs a lasting condition twice: when it starts and when it ends. */
import type { Logger } from 'pino';

type ConditionLog = {
  /** Logs the start with these fields, unless the condition already lasts. */
  started(fields: object): void;
  /** Logs the end, if the condition lasts. */
  ended(): void;
};

export function createConditionLog(
  log: Pick<Logger, 'warn' | 'info'>,
  messages: { readonly started: string; readonly ended: string },
): ConditionLog {
  let isActive = false;
  return {
    started(fields) {
      if (!isActive) log.warn(fields, messages.started);
      isActive = true;
    },
    ended() {
      if (isActive) log.info(messages.ended);
      isActive = false;
    },
  };
}
