/** Commands for operators are declared; each operation of the operator API has one, or a reason to have none. */
import { expect } from 'chai';
import { Command } from 'commander';
import { AUDIT_STATUS } from '../../scripts/cli/audit/audit.ts';
import { COMMAND_GROUPS, DECLARED } from '../../scripts/cli/command-list.ts';
import { ACCESS_COMMANDS } from '../../scripts/cli/operator/access-commands.ts';
import { ACCOUNTING_COMMANDS } from '../../scripts/cli/operator/accounting-commands.ts';
import {
  addGroup,
  type CommandGroup,
  type DeclaredCommand,
} from '../../scripts/cli/operator/declared-command.ts';
import { PEOPLE_COMMANDS } from '../../scripts/cli/operator/people-commands.ts';
import { SERVICE_COMMANDS } from '../../scripts/cli/operator/service-commands.ts';
import { loadOperations } from '../../scripts/generate/operations.ts';

const { operations } = loadOperations('schemas', 'operator-operations.json');

/** Operations without a command, with the reason. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  getDirectory: '`integrators list`, `tokens list`, and `keys list` show all names',
  getObject: '`search` finds objects by their ID, and shows the type that they have',
  listParties: '`search` shows the names of people',
  listHourlyFlows: '`metrics` shows the volume of each hour',
  getNode: '`attention` shows what does not work, on all nodes',
  listNodeSamples: '`metrics` shows what all nodes counted',
  listUserDepositAccounts: '`search` finds them by the person',
  listUserPayoutAccounts: '`search` finds them by the person',
  listDepositsToAccount: '`transfers list --kind onramp --user` shows them',
  getTransferTimeline: 'three lists, which only a page can show together',
  getReconciliationItem: '`reconciliation items` shows all of its members',
  getSession: '`sessions list` shows all of its members',
  listSavedViews: 'views are of pages of the console, and commands have flags',
  getSavedView: 'views are of pages of the console, and commands have flags',
  createSavedView: 'views are of pages of the console, and commands have flags',
  updateSavedView: 'views are of pages of the console, and commands have flags',
  deleteSavedView: 'views are of pages of the console, and commands have flags',
  getIntegrator: '`integrators list` shows all of its members',
  getKey: '`keys list` shows all of its members',
  getTransferReview: '`reviews list` shows the review, and `reviews show` its transfer',
  getKycReview: '`kyc list` shows the review, and `kyc show` its user',
  listTransferReviews: '`reviews list` reads the queue, which has more about each review',
  listKycReviews: '`kyc list` reads the queue, which has more about each review',
};

/** They read the stores directly. */
const WITHOUT_SERVICE: ReadonlySet<string> = new Set(['audit', 'backup', 'restore', 'master-key']);

const OPERATOR_COMMANDS: Readonly<Record<string, CommandGroup>> = {
  ...ACCESS_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...ACCOUNTING_COMMANDS,
  ...SERVICE_COMMANDS,
};

const declared: readonly (readonly [string, DeclaredCommand])[] = [
  ...Object.entries(OPERATOR_COMMANDS).flatMap(([group, { commands }]) =>
    Object.entries(commands).map(([name, command]) => [`${group} ${name}`, command] as const),
  ),
  ['audit status', AUDIT_STATUS],
];

describe('Declared commands for operators', () => {
  it('reach every operation, except those with a reason', () => {
    // A command cannot call an operation that it does not declare.
    const reached = declared.flatMap(([, { operation, uses = [] }]) => [operation, ...uses]);
    expect([...new Set([...reached, ...Object.keys(WITHOUT_COMMAND)])].toSorted()).to.deep.equal(
      operations.map(({ operationId }) => operationId).toSorted(),
    );
    expect(reached.filter((id) => id in WITHOUT_COMMAND)).to.deep.equal([]);
  });

  it('are all in the list of commands', async () => {
    const listed = Object.keys(COMMAND_GROUPS['For operators:'] ?? {}).filter(
      (name) => !WITHOUT_SERVICE.has(name),
    );
    expect(Object.keys(OPERATOR_COMMANDS)).to.have.members(listed);
    for (const name of listed) expect(await DECLARED[name]?.()).to.have.property(name);
  });

  it('name only members that their operation has', () => {
    for (const [name, group] of Object.entries(OPERATOR_COMMANDS)) addGroup(new Command(name), group);
    const wrong: CommandGroup = {
      examples: [],
      commands: { down: { operation: 'setRailAvailability', options: [['why', '--why <text>', 'reason']] } },
    };
    expect(() => addGroup(new Command('rails'), wrong)).to.throw('setRailAvailability has no member why');
  });

  it('offer CSV where the operation does', () => {
    const withCsv = declared.filter(([, { options = [] }]) => options.some(([, flags]) => flags === '--csv'));
    const files = operations.filter((each) => each.files?.includes('text/csv') === true);
    expect(withCsv.map(([, { operation }]) => operation)).to.have.members(
      files.map(({ operationId }) => operationId),
    );
  });

  it('require what the schema requires, and offer its choices', () => {
    const keys = new Command('keys');
    addGroup(keys, ACCESS_COMMANDS.keys);
    const create = keys.commands.find((each) => each.name() === 'create');
    const mandatory = create?.options.filter((each) => each.mandatory).map(({ long }) => long);
    expect(mandatory).to.deep.equal(['--environment', '--permissions']);
    expect(create?.options.map(({ argChoices }) => argChoices)).to.deep.equal([
      ['sandbox', 'production'],
      ['read', 'read_write'],
      undefined,
      undefined,
    ]);
  });
});
