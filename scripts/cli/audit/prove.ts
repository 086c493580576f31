/** `audit prove`: proves a balance with a signed state, without any event. */
import type { Command } from 'commander';
import { proveBalance } from '../../../src/audit/state/balance-proof.ts';
import { loadStates } from '../../../src/audit/state/state-files.ts';
import type { BalanceProof } from '../../../src/generated/api.ts';
import { findKeyRing } from '../../../src/vault/master-key.ts';
import { UsageError } from '../outcome.ts';
import { commandFromArguments } from '../program.ts';
import { auditAction } from './audit-command.ts';
import { publicKeyFor } from './verify.ts';

export function addProve(audit: Command): void {
  audit
    .command('prove')
    .description('prove the balance of an account as of a signed state that `audit verify` has saved')
    .argument('<account>', 'a wallet, such as wal_…, or an account of the service')
    .requiredOption('--states <folder>', 'folder of `audit verify --save-states`')
    .option('--public-key <key>', 'key that signed the states: one line, PEM, or a file with either')
    .option('--stream <book>', 'only this book')
    .action(async (...all: unknown[]) => {
      const [account = ''] = commandFromArguments(all).args;
      await auditAction(async (config, options) => {
        const states = await loadStates(options['states'] ?? '', publicKeyFor(findKeyRing(config), options));
        const proofs: BalanceProof[] = [];
        for (const [stream, start] of states) {
          if (options['stream'] !== undefined && stream !== options['stream']) continue;
          const proof = await proveBalance(start, account);
          if (proof !== undefined) proofs.push(proof);
        }
        const [proof, ...others] = proofs;
        if (proof === undefined) throw new UsageError(`No signed state has a balance of ${account}.`);
        if (others.length > 0)
          throw new UsageError(`Several books have ${account}; name one of them with --stream.`);
        const text = JSON.stringify(proof, undefined, 2);
        return { ok: true, outcome: { json: proof, view: { text } } };
      })(...all);
    });
}
