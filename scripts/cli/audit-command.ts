/** What the audit commands share: they read the stores themselves, and exit with 2 when they can't. */
import type { Command } from 'commander';
import { Unreadable, openSource } from '../../src/audit/source.ts';
import type { Source } from '../../src/audit/source.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import type { Config } from '../../src/config.ts';
import { StoreUnavailable } from '../../src/eventstore/port.ts';
import { UsageError } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { commandIn } from './program.ts';
import { show } from './show.ts';

export type AuditOptions = Readonly<Record<string, string | undefined>>;

/** What a command found: `ok` is false for findings and differences, and then the command exits with 1. */
export type Audited = { readonly ok: boolean; readonly outcome: Outcome | undefined };

type Work = (config: Config, options: AuditOptions, asJson: boolean) => Promise<Audited>;

/** The action of a command that reads stores. */
export const auditing =
  (work: Work) =>
  async (...given: unknown[]): Promise<void> => {
    const command: Command = commandIn(given);
    const asJson = command.optsWithGlobals<{ json?: true }>().json === true;
    try {
      const { ok, outcome } = await work(readConfig(), command.opts<AuditOptions>(), asJson);
      if (outcome !== undefined) show(outcome, asJson);
      if (!ok) process.exitCode = 1;
    } catch (error) {
      if (error instanceof Unreadable || error instanceof StoreUnavailable || error instanceof ConfigError)
        throw new UsageError(`It could not be read: ${error.message}`);
      throw error;
    }
  };

/** Opens the event store of the configuration, and closes it when the work is done. */
export async function withSource<T>(config: Config, work: (source: Source) => Promise<T>): Promise<T> {
  const source = await openSource(config);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}
