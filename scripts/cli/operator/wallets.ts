/** `holds` and `rewards`: frozen wallets and granted points. */
import type { Command } from 'commander';
import { apiAction, withoutUndefined, withExamples, pathSegment, objectOutcome } from '../program.ts';

export function fillHolds(holds: Command): void {
  withExamples(holds, [
    "holds freeze wal_01… --reason 'Court order.'",
    "holds unfreeze wal_01… --reason 'The case is closed.'",
    'holds show wal_01…',
  ]);
  for (const [name, about] of [
    ['freeze', 'freeze a wallet: no transfer can use it'],
    ['unfreeze', 'unfreeze a wallet'],
  ] as const) {
    holds
      .command(name)
      .description(about)
      .argument('<wallet>', 'ID of the wallet')
      .requiredOption('--reason <text>', 'reason; stored with the event')
      .action(
        apiAction(async (api, [wallet], { reason }) =>
          objectOutcome(await api.post(`/wallets/${pathSegment(wallet)}/${name}`, { reason })),
        ),
      );
  }
  holds
    .command('show')
    .description('show a wallet of any integrator')
    .argument('<wallet>', 'ID of the wallet')
    .action(
      apiAction(async (api, [wallet]) => objectOutcome(await api.get(`/wallets/${pathSegment(wallet)}`))),
    );
}

export function fillRewards(rewards: Command): void {
  withExamples(rewards, ["rewards grant wal_01… 50.00 --description 'Welcome reward'"]);
  rewards
    .command('grant')
    .description('grant earned points and show the entry in the history of the wallet')
    .argument('<wallet>', 'ID of the wallet')
    .argument('<amount>', 'amount in points, such as 50.00')
    .option('--description <text>', 'text for the history of the wallet')
    .action(
      apiAction(async (api, [wallet, amount], { description }) =>
        objectOutcome(
          await api.post(
            `/wallets/${pathSegment(wallet)}/rewards`,
            withoutUndefined({ amount, description }),
          ),
        ),
      ),
    );
}
