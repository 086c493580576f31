/** `holds` and `rewards`: what an operator does to a wallet. */
import type { Command } from 'commander';
import { apiAction, given, group, pathSegment, objectOutcome } from '../program.ts';

export function addHolds(program: Command): void {
  const holds = group(program, 'holds', 'compliance holds on wallets', [
    "holds freeze wal_01… --reason 'A court has asked for it.'",
    "holds unfreeze wal_01… --reason 'The case is closed.'",
    'holds show wal_01…',
  ]);
  for (const [name, about] of [
    ['freeze', 'let no transfer touch a wallet'],
    ['unfreeze', 'lift the hold'],
  ] as const) {
    holds
      .command(name)
      .description(about)
      .argument('<wallet>', 'ID of the wallet')
      .requiredOption('--reason <text>', 'why; kept with the event')
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

export function addRewards(program: Command): void {
  group(program, 'rewards', 'points that are given away', [
    "rewards grant wal_01… 50.00 --description 'Welcome reward'",
  ])
    .command('grant')
    .description('grant earned points; shows the entry in the history of the wallet')
    .argument('<wallet>', 'ID of the wallet')
    .argument('<amount>', 'in points, such as 50.00')
    .option('--description <text>', "shown in the wallet's history")
    .action(
      apiAction(async (api, [wallet, amount], { description }) =>
        objectOutcome(
          await api.post(`/wallets/${pathSegment(wallet)}/rewards`, given({ amount, description })),
        ),
      ),
    );
}
