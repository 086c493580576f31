/** `proposals`: actions that wait for a second operator. */
import type { Command } from 'commander';
import { apiAction, objectOutcome, pathSegment, withExamples, withoutUndefined } from '../program.ts';
import { listData } from '../outcome.ts';
import { confirm, withConfirmation } from '../confirm.ts';

const COLUMNS = ['id', 'environment', 'action.type', 'points', 'proposed_by', 'proposed_at', 'expires_at'];

export function fillProposals(proposals: Command): void {
  withExamples(proposals, [
    'proposals list',
    'proposals show prp_01…',
    'proposals approve prp_01…',
    "proposals withdraw prp_01… --reason 'The amount is wrong.'",
  ]);
  proposals
    .command('list')
    .description('list actions that wait for a second operator, oldest first')
    .action(
      apiAction(async (api) => {
        const page = await api.get('/proposals');
        const view = {
          rows: listData(page),
          columns: COLUMNS,
          emptyText: 'Nothing waits for a second operator.',
        };
        return { json: page, view };
      }),
    );
  proposals
    .command('show')
    .description('show a proposal')
    .argument('<proposal>', 'ID of the proposal')
    .action(apiAction(async (api, [id]) => objectOutcome(await api.get(`/proposals/${pathSegment(id)}`))));
  withConfirmation(
    proposals
      .command('approve')
      .description('approve a proposal of another operator, which then takes effect')
      .argument('<proposal>', 'ID of the proposal')
      .option('--reason <text>', 'reason, recorded with the events'),
  ).action(
    apiAction(async (api, [id], { reason }, command) => {
      const path = `/proposals/${pathSegment(id)}`;
      await confirm(command, 'Approve this proposal', [await api.get(path)]);
      return objectOutcome(await api.post(`${path}/approve`, withoutUndefined({ reason })));
    }),
  );
  proposals
    .command('withdraw')
    .description('end a proposal without effect')
    .argument('<proposal>', 'ID of the proposal')
    .option('--reason <text>', 'reason, recorded with the event')
    .action(
      apiAction(async (api, [id], { reason }) =>
        objectOutcome(await api.post(`/proposals/${pathSegment(id)}/withdraw`, withoutUndefined({ reason }))),
      ),
    );
}
