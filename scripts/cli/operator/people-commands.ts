/** Commands for transfers, users, wallets, and payouts, and for the decisions of operators about them. */
import { InvalidArgumentError } from 'commander';
import { isJsonObject, type JsonObject } from '../outcome.ts';
import {
  BOOK_FILTERS,
  LIMIT,
  LIST_FILTERS,
  objectOutcome,
  rowsOutcome,
  type CommandGroup,
  type DeclaredArgument,
  type DeclaredCommand,
  type DeclaredOption,
} from './declared-command.ts';

const ATTENTION: CommandGroup = {
  examples: ['attention', 'attention --json'],
  commands: {
    '': {
      operation: 'listAttention',
      output(found) {
        const columns = ['kind', 'count', 'since', 'detail'];
        const outcome = rowsOutcome(found, { columns, emptyText: 'Nothing needs attention.' });
        if (found['is_complete'] === true) return outcome;
        const note = 'Not everything could be checked: a store or a read model is unavailable.';
        return { ...outcome, note };
      },
    },
  },
};

const SEARCH: CommandGroup = {
  examples: ["search 'Ana Silva'", 'search 1500.00', 'search trf_01k --limit 5', 'search order-5521 --json'],
  commands: {
    '': {
      operation: 'search',
      arguments: [['q', '<text>', 'text to search for']],
      options: [LIMIT],
      async run({ api, input }) {
        const limit = Math.min(100, Number(input['limit']));
        return rowsOutcome(await api.request('search', { ...input, limit }), {
          columns: ['type', 'id', 'matched_by', 'people', 'amount', 'unit', 'state', 'reference'],
          emptyText: 'Nothing was found.',
          rowOf: (hit) => ({ ...hit, people: namesOf(hit) }),
        });
      },
    },
  },
};

/** The people of a hit, from the sender to the recipient. */
function namesOf({ people }: JsonObject): string | null {
  const names = (Array.isArray(people) ? people : []).flatMap((each: unknown) =>
    isJsonObject(each) && typeof each['name'] === 'string' ? each['name'] : [],
  );
  return names.length === 0 ? null : names.join(' → ');
}

const OBJECT_FILTERS: readonly DeclaredOption[] = [
  ...LIST_FILTERS,
  ['reference', '--reference <text>', 'reference of the integrator, or of the rail'],
  [
    'generation',
    '--generation <number>',
    'generation of the sandbox of one integrator, such as a former one',
  ],
];

const KINDS = ['user_to_user', 'onramp', 'offramp', 'conversion'];

const TRANSFERS: CommandGroup = {
  examples: [
    'transfers list --kind offramp --state payout_submitted --order oldest',
    'transfers list --user usr_01… --min 1000.00',
    'transfers list --state completed --csv > transfers.csv',
    'transfers list --rail bank_eft --after 2026-11-01T00:00:00Z --before 2026-12-01T00:00:00Z',
  ],
  commands: {
    list: {
      about: 'list transfers of all integrators, newest first',
      operation: 'listOperatorTransfers',
      options: [
        ...OBJECT_FILTERS,
        ['state', '--state <state>', 'state'],
        ['kind', '--kind <kind>', 'kind; deposits are onramp, and payouts are offramp', { choices: KINDS }],
        ['user_id', '--user <id>', 'ID of the sender or of the recipient'],
        ['rail', '--rail <rail>', 'rail of a deposit or a payout'],
        ['amount_min', '--min <amount>', 'smallest amount, in the unit of the source'],
        ['amount_max', '--max <amount>', 'largest amount, in the unit of the source'],
      ],
      rows: {
        columns: [
          'id',
          'integrator_id',
          'environment',
          'transfer.kind',
          'transfer.state',
          'transfer.amount',
          'transfer.integrator_reference',
          'transfer.created_at',
        ],
        emptyText: 'No transfers match.',
      },
    },
  },
};

const USERS: CommandGroup = {
  examples: [
    'users list --kyc under_review --order oldest',
    'users list --integrator int_01… --status deactivated',
    'users wallets usr_01…',
    'users limits usr_01…',
    'users events usr_01… --limit 20',
    "users forget usr_01… --reason 'Request of November 21.'",
  ],
  commands: {
    list: {
      about: 'list users of all integrators, newest first',
      operation: 'listOperatorUsers',
      options: [
        ...OBJECT_FILTERS,
        ['status', '--status <status>', 'status'],
        ['kyc_status', '--kyc <status>', 'result of the identity check'],
      ],
      rows: {
        columns: [
          'id',
          'integrator_id',
          'environment',
          'user.first_name',
          'user.last_name',
          'user.business_name',
          'user.external_reference',
          'user.kyc_status',
          'user.status',
          'user.created_at',
        ],
        emptyText: 'No users match.',
      },
    },
    wallets: {
      about: 'list the wallets of a user',
      operation: 'listUserWallets',
      options: [LIMIT],
      rows: {
        columns: ['id', 'asset', 'status', 'balance.available', 'balance.cashable', 'balance.pending'],
        emptyText: 'The user has no wallets.',
      },
    },
    limits: {
      about: 'show how much of the limits a user has used',
      operation: 'getUserLimits',
      rows: { columns: ['kind', 'window', 'used', 'limit'], emptyText: 'There are no limits.' },
    },
    events: {
      about: 'list what happened to a user, newest first',
      operation: 'listUserEvents',
      rows: {
        columns: ['time', 'type', 'state', 'object_id', 'actor', 'reason'],
        emptyText: 'There are no events.',
      },
    },
    forget: {
      about: 'erase the personal data of a deactivated user by destroying its encryption key',
      operation: 'forgetUser',
      options: [['reason', '--reason <text>', 'reason; stored permanently, so it must not name the person']],
    },
  },
};

/** The queue of reviews of one kind. */
const queue = (
  kind: string,
  about: string,
  columns: readonly string[],
  emptyText: string,
): DeclaredCommand => ({
  about,
  operation: 'listReviewQueue',
  fixed: { kind },
  options: [['assigned', '--mine', 'only those assigned to you', { value: 'me' }], ...BOOK_FILTERS],
  rows: {
    columns: ['id', 'integrator_id', 'environment', ...columns, 'opened_at', 'is_overdue', 'assignment.name'],
    emptyText,
  },
});

const assignment = (operation: 'assignTransferReview' | 'assignKycReview'): DeclaredCommand => ({
  about: 'assign a review to yourself (others can still decide it)',
  operation,
  fixed: { assigned_to: 'me' },
  options: [['assigned_to', '--release', 'say that nobody works on it', { value: null }]],
});

const REVIEWS: CommandGroup = {
  examples: [
    'reviews list --environment production',
    'reviews show trf_01…',
    'reviews assign trf_01…',
    "reviews approve trf_01… --reason 'The invoice was confirmed by phone.'",
    "reviews reject trf_01… --code suspected_fraud --reason 'The documents do not match.'",
  ],
  commands: {
    list: queue(
      'transfer',
      'list transfers in review, oldest first',
      ['transfer.kind', 'amount', 'reason.code'],
      'No transfers are waiting for a decision.',
    ),
    assign: assignment('assignTransferReview'),
    show: { about: 'show a transfer of any integrator', operation: 'getOperatorTransfer' },
    approve: {
      about: 'approve a transfer',
      operation: 'reviewTransfer',
      fixed: { outcome: 'approved' },
      options: [
        ['reason.code', '--code <code>', 'machine-readable reason', { default: 'review_approved' }],
        ['reason.message', '--reason <text>', 'reason in words, recorded with the event', { required: true }],
      ],
    },
    reject: {
      about: 'reject a transfer and return the money',
      operation: 'reviewTransfer',
      uses: ['getOperatorTransfer'],
      fixed: { outcome: 'rejected' },
      options: [
        ['reason.code', '--code <code>', 'machine-readable reason', { default: 'review_rejected' }],
        ['reason.message', '--reason <text>', 'reason in words, shown with the transfer', { required: true }],
      ],
      confirm: { question: () => 'Reject this transfer', shows: 'getOperatorTransfer' },
    },
  },
};

type Reason = { readonly code: string; readonly message: string };

const REJECTION_REASONS: DeclaredOption = [
  'rejection_reasons',
  '--reason <code: text>',
  'reason that the integrator sees; repeatable',
  {
    required: true,
    parse(text, before): readonly Reason[] {
      const [, code, message] = /^\s*([A-Za-z0-9_.-]+)\s*:\s*(.+)$/.exec(text) ?? [];
      if (code === undefined || message === undefined)
        throw new InvalidArgumentError(
          "Must be a code, a colon, and a sentence, such as 'too_old: The document has expired.'",
        );
      // What this function returned before.
      return [...((before as readonly Reason[] | undefined) ?? []), { code, message }];
    },
  },
];

const KYC: CommandGroup = {
  examples: [
    'kyc list',
    'kyc assign usr_01…',
    'kyc identity usr_01…',
    'kyc screening usr_01…',
    'kyc show usr_01…',
    'kyc approve usr_01…',
    "kyc reject usr_01… --reason 'suspected_fraud: The document is forged.'",
    "kyc incomplete usr_01… --reason 'document_unreadable: The document is not readable.'",
  ],
  commands: {
    list: queue(
      'identity',
      'list users under review, oldest first',
      ['people.0.name', 'people.0.type', 'people.0.country'],
      'No users are waiting for a decision.',
    ),
    assign: assignment('assignKycReview'),
    show: { about: 'show a user of any integrator', operation: 'getOperatorUser' },
    identity: { about: 'show the identity data that a user submitted last', operation: 'getUserIdentity' },
    screening: {
      about: "show the matches of a user's names on the sanctions list",
      operation: 'getUserScreening',
    },
    approve: { about: 'approve a user', operation: 'reviewKyc', fixed: { outcome: 'approved' } },
    reject: {
      about: 'reject a user, who can submit again',
      operation: 'reviewKyc',
      uses: ['getOperatorUser'],
      fixed: { outcome: 'rejected' },
      options: [REJECTION_REASONS],
      confirm: { question: () => 'Reject this user', shows: 'getOperatorUser' },
    },
    incomplete: {
      about: 'ask a user for missing information',
      operation: 'reviewKyc',
      fixed: { outcome: 'incomplete' },
      // It can be undone, so nobody is asked.
      options: [REJECTION_REASONS, [null, '-y, --yes', 'do not ask for confirmation']],
    },
  },
};

const NOTED: DeclaredArgument = ['user_id', '<object>', 'ID of the user or of the transfer'];

const isTransfer = (id: unknown): boolean => typeof id === 'string' && id.startsWith('trf_');

const NOTES: CommandGroup = {
  examples: [
    'notes list usr_01…',
    "notes add usr_01… 'Called on Monday. The invoice follows by email.'",
    "notes add trf_01… 'The bank confirmed the payout by phone.'",
  ],
  commands: {
    list: {
      about: 'list the newest notes about a user, with those about its transfers, or about a transfer',
      operation: 'listUserNotes',
      uses: ['listTransferNotes'],
      arguments: [NOTED],
      async run({ api, input: { user_id: id } }) {
        const page = isTransfer(id)
          ? await api.request('listTransferNotes', { transfer_id: id, limit: 100 })
          : await api.request('listUserNotes', { user_id: id, limit: 100 });
        const columns = ['created_at', 'author.name', 'object_id', 'text_status', 'text'];
        return rowsOutcome(page, { columns, emptyText: 'There are no notes.' });
      },
    },
    add: {
      about: 'add a note, which is encrypted and cannot be changed',
      operation: 'addUserNote',
      uses: ['addTransferNote'],
      arguments: [NOTED, ['text', '<text>', 'text of the note']],
      async run({ api, input: { user_id: id, text } }) {
        const note = isTransfer(id)
          ? await api.request('addTransferNote', { transfer_id: id, text })
          : await api.request('addUserNote', { user_id: id, text });
        return objectOutcome(note);
      },
    },
  },
};

const PROPOSALS: CommandGroup = {
  examples: [
    'proposals list',
    'proposals show prp_01…',
    'proposals approve prp_01…',
    "proposals withdraw prp_01… --reason 'The amount is wrong.'",
  ],
  commands: {
    list: {
      about: 'list actions that wait for a second operator, oldest first',
      operation: 'listProposals',
      rows: {
        columns: ['id', 'environment', 'action.type', 'points', 'proposed_by', 'proposed_at', 'expires_at'],
        emptyText: 'Nothing waits for a second operator.',
      },
    },
    show: { about: 'show a proposal', operation: 'getProposal' },
    approve: {
      about: 'approve a proposal of another operator, which then takes effect',
      operation: 'approveProposal',
      uses: ['getProposal'],
      options: [['reason', '--reason <text>', 'reason, recorded with the events']],
      confirm: { question: () => 'Approve this proposal', shows: 'getProposal' },
    },
    withdraw: {
      about: 'end a proposal without effect',
      operation: 'withdrawProposal',
      options: [['reason', '--reason <text>', 'reason, recorded with the event']],
    },
  },
};

const LATE_OPTIONS: readonly DeclaredOption[] = [
  ['return_reference', '--return-reference <text>', 'reference of the return at the bank'],
  ['reason.code', '--code <code>', 'machine-readable reason', { default: 'booked_by_operator' }],
  ['reason.message', '--reason <text>', 'what the bank says; shown to the integrator'],
];

const PAYOUTS: CommandGroup = {
  examples: [
    'payouts list --environment production',
    'payouts list --state payout_submitted --rail old_bank',
    "payouts settle trf_01… --outcome undeliverable --reason 'The bank has no record of it.'",
    "payouts return trf_01… --return-reference RTN-0007 --reason 'The account was closed.'",
    "payouts reverse-deposit trf_01… --reason 'The payer took the direct debit back.'",
  ],
  commands: {
    list: {
      about: 'list payouts that wait for their rail, newest first',
      operation: 'listPayouts',
      options: [
        ...BOOK_FILTERS,
        ['state', '--state <state>', 'state of the payout', { default: 'pending' }],
        ['rail', '--rail <rail>', 'only payouts over this rail'],
      ],
      rows: {
        columns: [
          'id',
          'integrator_id',
          'environment',
          'rail',
          'rail_state',
          'transfer.amount',
          'transfer.created_at',
        ],
        emptyText: 'No payouts are waiting for their rail.',
      },
    },
    settle: {
      about: 'record the outcome of a payout whose rail is no longer configured',
      operation: 'settlePayout',
      options: [
        ['outcome', '--outcome <outcome>', 'outcome of the payout'],
        ['rail_reference', '--rail-reference <text>', 'reference of the payment at the bank'],
        ['reason.code', '--code <code>', 'machine-readable reason', { default: 'settled_by_operator' }],
        ['reason.message', '--reason <text>', 'evidence for the outcome; shown with a refund'],
      ],
    },
    return: {
      about: 'credit a completed payout again that the bank returned',
      operation: 'returnPayout',
      options: LATE_OPTIONS,
    },
    'reverse-deposit': {
      about: 'take a credited deposit back that the bank took back',
      operation: 'reverseDeposit',
      options: LATE_OPTIONS,
    },
  },
};

const HOLD_REASON: DeclaredOption = ['reason', '--reason <text>', 'reason; stored with the event'];

/** The changes of the buckets: `available -40.00, cashable -15.00`. */
const changesOf = ({ entries }: JsonObject): string =>
  (Array.isArray(entries) ? entries : [])
    .map((each: unknown) => (isJsonObject(each) ? `${String(each['bucket'])} ${String(each['amount'])}` : ''))
    .join(', ');

const HOLDS: CommandGroup = {
  examples: [
    "holds freeze wal_01… --reason 'Court order.'",
    "holds unfreeze wal_01… --reason 'The case is closed.'",
    'holds show wal_01…',
    'holds proof wal_01… --json',
    'holds history wal_01… --limit 20',
    'holds movements wal_01…',
    'holds statement wal_01… 2026-11',
  ],
  commands: {
    freeze: {
      about: 'freeze a wallet: no transfer can use it',
      operation: 'freezeWallet',
      options: [HOLD_REASON],
    },
    unfreeze: { about: 'unfreeze a wallet', operation: 'unfreezeWallet', options: [HOLD_REASON] },
    show: { about: 'show a wallet of any integrator', operation: 'getOperatorWallet' },
    proof: {
      about: 'prove the balance of a wallet as of the last signed state; use --json',
      operation: 'getOperatorWalletBalanceProof',
    },
    history: {
      about: 'list the changes of the balance of a wallet, newest first',
      operation: 'listOperatorWalletHistory',
      options: [LIMIT],
      rows: {
        columns: ['created_at', 'description', 'bucket', 'amount', 'balance_after', 'transfer_id'],
        emptyText: 'The wallet has no history.',
      },
    },
    movements: {
      about: 'list what moved in a wallet, one row for each posting, newest first',
      operation: 'listWalletMovements',
      options: [LIMIT],
      rows: {
        columns: ['created_at', 'transfer.kind', 'description', 'changes', 'transfer_id'],
        rowOf: (movement) => ({ ...movement, changes: changesOf(movement) }),
        emptyText: 'The wallet has no history.',
      },
    },
    statement: {
      about: 'show the statement of a wallet for a month, or as CSV',
      operation: 'getOperatorWalletStatement',
      arguments: [['month', '<month>', 'such as 2026-11']],
      options: [[null, '--csv', 'as CSV']],
    },
  },
};

const REWARDS: CommandGroup = {
  examples: ["rewards grant wal_01… 50.00 --description 'Welcome reward'"],
  commands: {
    grant: {
      about: 'grant earned points and show the entry in the history of the wallet',
      operation: 'grantReward',
      arguments: [['amount', '<amount>', 'amount in points, such as 50.00']],
      options: [['description', '--description <text>', 'text for the history of the wallet']],
    },
  },
};

export const PEOPLE_COMMANDS = {
  attention: ATTENTION,
  search: SEARCH,
  transfers: TRANSFERS,
  users: USERS,
  reviews: REVIEWS,
  kyc: KYC,
  notes: NOTES,
  proposals: PROPOSALS,
  payouts: PAYOUTS,
  holds: HOLDS,
  rewards: REWARDS,
};
