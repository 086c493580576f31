import { expect } from 'chai';
import { deactivateUser, forgetUser, updateUser, userKeyIds } from '../../../src/ledger/user.ts';
import { auditedLedger } from '../../support/audited-ledger.ts';
import { expectRule, given } from '../../support/ledger.ts';
import { note } from '../../support/operator-commands.ts';

const OWN_KEY = 'A'.repeat(16);
const NOTE_KEY = 'B'.repeat(16);
const AUTHOR = { operator_id: 'opt_1', name: 'Ana' };

/** A user whose personal fields are sealed with OWN_KEY, and one without any. */
function world() {
  const ledger = given();
  const named = ledger.ownerOf(ledger.wallet());
  ledger.run((book) => updateUser(book, { user_id: named, reseal: () => `${OWN_KEY}-name` }));
  return { ledger, named, nameless: ledger.user() };
}

describe('A note about a user', () => {
  it('seals its text for its own ID, and names author, people, and keys', () => {
    const { ledger, named } = world();
    const [event] = ledger.run(note(named, OWN_KEY));
    if (event?.type !== 'note.added') throw new Error('expected a note');
    const { note_id, ...data } = event.data;
    expect(note_id).to.match(/^nte_/);
    expect(data).to.deep.equal({
      object_id: named,
      people: [{ user_id: named, key_id: OWN_KEY }],
      author: AUTHOR,
      sealed: `${OWN_KEY}.2.${note_id}`,
    });
  });

  it('adds its key to those that are destroyed when the person is forgotten', () => {
    const { ledger, named, nameless } = world();
    for (const user of [named, nameless]) {
      ledger.run(note(user, OWN_KEY));
      ledger.run(note(user, NOTE_KEY));
      ledger.run(note(user, NOTE_KEY));
    }
    // Payout accounts and personal fields come first.
    expect(userKeyIds(ledger.book, named).slice(-2)).to.deep.equal([OWN_KEY, NOTE_KEY]);
    expect(ledger.book.noteKeys.get(named)).to.deep.equal([NOTE_KEY]);
    expect(userKeyIds(ledger.book, nameless)).to.deep.equal([OWN_KEY, NOTE_KEY]);
    ledger.run((book) => deactivateUser(book, { user_id: nameless }));
    const [forgotten] = ledger.run((book) => forgetUser(book, { user_id: nameless }));
    expect(forgotten?.data).to.deep.include({ key_ids: [OWN_KEY, NOTE_KEY] });
    expect(ledger.book.noteKeys.has(nameless)).to.equal(false);
  });

  it('is refused for an unknown user, and once the person was forgotten', () => {
    const { ledger, nameless } = world();
    ledger.when(note('usr_none', OWN_KEY)).thenRefused('not_found');
    ledger.run((book) => deactivateUser(book, { user_id: nameless }));
    ledger.run(note(nameless, OWN_KEY));
    ledger.run((book) => forgetUser(book, { user_id: nameless }));
    ledger.when(note(nameless, OWN_KEY)).thenRefused('user_state_conflict');
  });

  it('breaks a rule of the ledger when its person does not exist or was forgotten', () => {
    const { ledger, nameless } = world();
    const forged = (user_id: string) => ({
      type: 'note.added' as const,
      data: {
        ...{ note_id: 'nte_1', object_id: user_id, people: [{ user_id, key_id: OWN_KEY }] },
        ...{ author: AUTHOR, sealed: 'x' },
      },
    });
    ledger.run((book) => deactivateUser(book, { user_id: nameless }));
    ledger.run((book) => forgetUser(book, { user_id: nameless }));
    expectRule(() => {
      ledger.record(forged(nameless));
    }, 'user_forgotten');
    expectRule(() => {
      ledger.record(forged('usr_none'));
    }, 'object_missing');
  });
});

describe('Audit of notes', () => {
  it('accepts a note and detects one that is not sealed for the person it is about', async () => {
    const ledger = auditedLedger();
    const [user, other] = [ledger.user(), ledger.user()];
    ledger.run(note(user, NOTE_KEY));
    expect((await ledger.audit()).findings).to.deep.equal([]);
    ledger.run(note(other, NOTE_KEY, user));
    const { findings } = await ledger.audit();
    expect(findings.map(({ rule, type }) => ({ rule, type }))).to.deep.equal([
      { rule: 'transition', type: 'note.added' },
    ]);
  });
});
