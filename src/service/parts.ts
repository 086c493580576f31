/**
 * What a service is made of: everything between its configuration and the ways in and out of it. To make these parts
 * opens the stores, and with them the projector; the others only wait to be asked.
 */
import type { Logger } from 'pino';
import { messageOf } from '../fault.ts';
import { deliveryTargetsProjection } from '../../projections/delivery-targets.ts';
import { eventLogProjection } from '../../projections/event-log.ts';
import { redeliveriesProjection } from '../../projections/redeliveries.ts';
import { signingKeyOf } from '../audit/signing-key.ts';
import type { SigningKey } from '../audit/signing-key.ts';
import { ConfigError, policyOf } from '../config.ts';
import type { Config } from '../config.ts';
import type { ConfigFile } from '../config-file.ts';
import { createReadBarrier } from '../documents/barrier.ts';
import type { ReadBarrier } from '../documents/barrier.ts';
import { readTerms } from '../hosted/terms-text.ts';
import type { Terms } from '../hosted/terms-text.ts';
import { createFingerprint } from '../http/fingerprint.ts';
import type { Fingerprint } from '../http/fingerprint.ts';
import type { Keepers } from '../keeper/command.ts';
import { createVault } from '../keeper/vault.ts';
import type { Vault } from '../keeper/vault.ts';
import type { Policy } from '../ledger/policy.ts';
import { confirmMasterKey, masterKeyFor } from '../master-key.ts';
import type { MasterKey } from '../master-key.ts';
import { createFigures } from '../observing/figures.ts';
import type { Figures } from '../observing/figures.ts';
import {
  observedAppends,
  observedKeepers,
  observedRails,
  observedSender,
  watchRails,
} from '../observing/observed.ts';
import { createLatePlatform } from '../platform/late-platform.ts';
import type { LatePlatform } from '../platform/late-platform.ts';
import { createApprovalLinks } from '../rails/approval-link.ts';
import type { ApprovalLinks } from '../rails/approval-link.ts';
import type { Rails } from '../rails/port.ts';
import { createRails } from '../rails/rails.ts';
import type { RunningRails } from '../rails/rails.ts';
import { readSanctions } from '../sanctions.ts';
import type { Sanctions } from '../sanctions.ts';
import type { Stores } from '../stores.ts';
import { createTreasuries } from '../treasury/treasuries.ts';
import type { Treasuries } from '../treasury/treasuries.ts';
import { createWatch } from '../watch.ts';
import type { Watch } from '../watch.ts';
import { createSender } from '../webhooks/send.ts';
import type { Sender } from '../webhooks/send.ts';
import { createSigningKeys } from '../webhooks/signing-keys.ts';
import type { SigningKeys } from '../webhooks/signing-keys.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { createSubmitPayout } from '../workers/submit-payout.ts';
import type { SubmitPayout } from '../workers/submit-payout.ts';
import { keepersOn } from './keepers.ts';
import { caughtUpOnce, createProgress } from './progress.ts';
import type { Progress } from './progress.ts';
import { openObservedStores } from './stores.ts';

/** What a service is to use in place of its own, as tests want it to. */
export type Replacements = {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Makes the rails that are asked out of those of the configuration. */
  readonly rails?: (configured: Rails) => Rails;
};

export type Parts = {
  readonly config: Config;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly policy: Policy;
  readonly sanctions: Sanctions;
  readonly terms: Terms;
  readonly figures: Figures;
  readonly watch: Watch;
  readonly barrier: ReadBarrier;
  readonly progress: Progress;
  readonly stores: Stores;
  readonly keepers: Keepers;
  readonly vault: Vault;
  /** The key that the data is sealed under, and whether the data has said so. */
  readonly masterKey: MasterKey & { readonly isConfirmed: boolean };
  readonly treasuries: Treasuries;
  readonly platform: LatePlatform;
  /** The rails with their providers, as the configuration names them. */
  readonly configuredRails: RunningRails;
  /** The same, as they are asked. */
  readonly rails: Rails;
  readonly submitPayout: SubmitPayout;
  readonly approvalLinks: ApprovalLinks;
  readonly fingerprint: Fingerprint;
  /** The key that checkpoints are signed with. */
  readonly auditKey: SigningKey;
  /** The keys of webhook endpoints. */
  readonly signingKeys: SigningKeys;
  /** Sends tests of webhook endpoints, which are requests: it is closed after the last of them. Deliveries have their own. */
  readonly sender: Sender;
  readonly webhooks: Webhooks;
  /** Where the service is reached, without a slash at its end; empty until that is known. */
  readonly address: { url: string };
  /** How many requests were made to this process so far. */
  readonly requests: { count: number };
};

/**
 * Throws a ConfigError for what the configuration names and is not there, before anything is opened; and for a master key
 * that is not that of the data.
 */
export async function openParts(
  config: Config,
  log: Logger,
  { clock = Date.now, rails: railsFrom = (configured) => configured }: Replacements,
): Promise<Parts> {
  const key = masterKeyFor(config);
  const masterKey = key.bytes;
  const policy = policyOf(config.file);
  const sanctions = sanctionsOf(config.file);
  const terms = readTerms(config.file.hosted.terms_file);
  // Nobody can wait for reads before the stores are there.
  const barrier = createReadBarrier(() => stores.hurry());
  const watch = createWatch(log, { heldUp: () => deliveries.webhooks.heldUp() });
  const figures = createFigures();
  const progress = createProgress([barrier.report, (report) => watch.progressed(report)]);
  const stores = await openObservedStores({ config, masterKey, log, figures, watch, progress });
  const vault = createVault(stores.documents, masterKey);
  const isConfirmed = await confirmMasterKey(vault, key).catch(async (error: unknown) => {
    await stores.close();
    throw error;
  });
  const observer = observedAppends(figures);
  const keepers = observedKeepers(figures, keepersOn(stores, { config, policy, clock, log, observer }));
  const platform = createLatePlatform();
  const configuredRails = createRails({
    settings: config.file.rails,
    isUp: (environment, rail) => platform.ifLoaded()?.isRailUp(environment, rail) ?? false,
    log,
    clock,
  });
  const rails = observedRails(figures, railsFrom(configuredRails));
  watchRails(figures, configuredRails.served, rails);
  // Where it listens is known only once it does.
  const address = { url: config.publicUrl ?? '' };
  const base = { config, log, clock, stores, keepers };
  const deliveries = deliveriesOn(base, masterKey);
  return {
    ...{ ...base, policy, sanctions, terms, figures, watch, barrier, progress },
    ...{ vault, platform, configuredRails, rails, address },
    masterKey: { ...key, isConfirmed },
    treasuries: treasuriesOn(base, watch),
    submitPayout: createSubmitPayout({ keepers, documents: stores.documents, vault, rails, log }),
    approvalLinks: createApprovalLinks(masterKey, () => address.url),
    fingerprint: createFingerprint(masterKey),
    auditKey: signingKeyOf(masterKey),
    ...deliveries,
  };
}

type Base = Pick<Parts, 'config' | 'log' | 'clock' | 'stores' | 'keepers'>;

const treasuriesOn = ({ config, log, clock, stores, keepers }: Base, watch: Watch): Treasuries =>
  createTreasuries({
    eventStore: stores.eventStore,
    keepers,
    maxAgeHours: config.file.quotes.price_max_age_hours,
    clock,
    log,
    onRefused: (reason) => watch.refused(reason),
  });

/** What says which events go where. */
const DELIVERED = [eventLogProjection, redeliveriesProjection, deliveryTargetsProjection];

/** What is needed to deliver webhooks, and the count of requests that deliveries give way to. */
function deliveriesOn(
  { config, log, clock, stores, keepers }: Base,
  masterKey: Uint8Array,
): Pick<Parts, 'signingKeys' | 'sender' | 'webhooks' | 'requests'> {
  const settings = config.file.webhooks;
  const signingKeys = createSigningKeys(masterKey);
  const newSender = (): Sender =>
    observedSender(createSender({ timeoutMs: settings.timeout_seconds * 1_000 }));
  const requests = { count: 0 };
  const webhooks = createWebhooks({
    ...{ settings, keepers, signingKeys, log, clock },
    sender: newSender(),
    documents: stores.documents,
    shared: config.mongoUrl !== undefined,
    isReady: caughtUpOnce(stores.documents, DELIVERED),
    requests: () => requests.count,
  });
  return { signingKeys, sender: newSender(), webhooks, requests };
}

function sanctionsOf({ sanctions: { list_file } }: ConfigFile): Sanctions {
  try {
    return readSanctions(list_file);
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigError(`CONFIG_FILE: sanctions.list_file can't be read: ${reason}`);
  }
}
