/** Shared by the audit commands. They read the stores directly and exit with 2 if they cannot. */
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { AuditUnavailable, openSource, type EventSource } from '../../../src/audit/event-source.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import { ConfigError } from '../../../src/config/config-file.ts';
import { readConfig, type Config } from '../../../src/config/config.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import { UsageError, type Outcome, type View } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import { commandFromArguments } from '../program.ts';

export type AuditOptions = Readonly<Record<string, string | undefined>>;

/** `ok` is false if there are findings or differences; the command then exits with 1. */
type AuditResult = { readonly ok: boolean; readonly outcome: Outcome | undefined };

export type StoreWork = (config: Config, options: AuditOptions, asJson: boolean) => Promise<AuditResult>;

/** Wraps the action of a command that reads the stores. */
export const auditAction =
  (work: StoreWork) =>
  async (...given: unknown[]): Promise<void> => {
    const command: Command = commandFromArguments(given);
    const asJson = command.optsWithGlobals<{ json?: true }>().json === true;
    try {
      const { ok, outcome } = await work(readConfig(), command.opts<AuditOptions>(), asJson);
      if (outcome !== undefined) printOutcome(outcome, asJson);
      if (!ok) process.exitCode = 1;
    } catch (error) {
      if (
        error instanceof AuditUnavailable ||
        error instanceof StoreUnavailable ||
        error instanceof ConfigError
      )
        throw new UsageError(`Cannot read the stores: ${error.message}`);
      throw error;
    }
  };

/** A table of findings. */
export const findingsView = (findings: readonly Finding[]): View => ({
  rows: findings,
  columns: ['stream', 'revision', 'type', 'rule', 'reason'],
  emptyText: '',
});

/** Runs `work` with the configured event store and closes it afterwards. */
export async function withEventSource<T>(
  config: Config,
  work: (source: EventSource) => Promise<T>,
): Promise<T> {
  const source = await openSource(config);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

type ProgressBar = {
  /** Shows progress up to `position` of `last`. */
  update(position: bigint, last: bigint): void;
  stop(): void;
};

/** Shows a progress bar while `work` runs. `work` reports its progress with positions. */
export async function withProgressBar<T>(
  label: string,
  asJson: boolean,
  work: (onProgress: ProgressBar['update']) => Promise<T>,
): Promise<T> {
  if (asJson || !process.stderr.isTTY) return work(() => undefined);
  const bar = createProgressBar(label);
  try {
    return await work((position, last) => bar.update(position, last));
  } finally {
    bar.stop();
  }
}

function createProgressBar(label: string): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% | {rate}/s | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      fps: 5,
    },
    Presets.shades_classic,
  );
  let startedAt: number | undefined;
  return {
    update(position, last) {
      if (startedAt === undefined) {
        startedAt = performance.now();
        bar.start(Number(last) + 1, 0, { rate: '–' });
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const rate = seconds < 0.2 ? '–' : Math.round((Number(position) + 1) / seconds).toLocaleString('en');
      bar.update(Number(position) + 1, { rate });
    },
    stop: () => bar.stop(),
  };
}
