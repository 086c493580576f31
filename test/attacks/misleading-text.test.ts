/** A name contains characters that reverse what is shown after them. People who read it see them, wherever they read. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { coloredJson, linesWithoutControls, withoutControls } from '../../scripts/cli/terminal.ts';
import { csvText, showDirectionControls } from '../../src/formats/text.ts';
import { startConsole, type ConsoleWorld } from '../console/console-world.ts';
import { createConsoleClient } from '../console/console-client.ts';
import { expectError, newUser } from '../support/api-steps.ts';

const [FIRST, LAST] = ['\u202a\u202b\u202c\u202d\u202e', '\u2066\u2067\u2068\u2069'];
const NAME = 'Ana \u202e00.005,2\u202c paid';
const SHOWN = 'Ana [U+202E]00.005,2[U+202C] paid';

describe('A name that changes the order of what is shown', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await startConsole();
  });
  after(() => world.close());

  it('is refused where it is registered', async () => {
    const { sandbox } = world.service;
    for (const first_name of [NAME, 'Ana\u200b', '\ufeffAna', 'An\u2060a', 'Ana\u2069']) {
      const body = { type: 'individual', external_reference: randomUUID(), first_name };
      const { details } = expectError(await sandbox.post('/v1/users', body), 422, 'validation_failed');
      expect(details[0].field).to.equal('first_name');
    }
    const { id } = await newUser(sandbox, { first_name: 'می\u200cخواهم', last_name: 'Ana\u200e' });
    expectError(await sandbox.patch(`/v1/users/${id}`, { last_name: NAME }), 422, 'validation_failed');
  });

  it('is shown with its controls in the console, and other texts are returned by the API as they were sent', async () => {
    const user = await newUser(world.service.sandbox, { external_reference: NAME });
    expect(user.external_reference).to.equal(NAME);
    const client = createConsoleClient(world.service.url);
    await client.signIn(world.tokens.admin);
    const page = await client.get(`/console/users/${user.id}`);
    expect(page.status).to.equal(200);
    expect(page.text).to.include(SHOWN).and.not.include('\u202e');
  });

  it('is shown with its controls in CSV files and terminals', () => {
    expect(csvText(['name'], [{ name: NAME }])).to.include(SHOWN);
    expect(withoutControls(NAME)).to.equal(SHOWN);
    expect(linesWithoutControls(`${NAME}\n`)).to.equal(`${SHOWN}\n`);
    expect(coloredJson({ name: NAME }))
      .to.include('\\u202e')
      .and.not.include('\u202e');
  });

  it('does not become a formula, also with full-width signs, and negative numbers stay numbers', () => {
    const cells = ['=1', '＝1', '＋1', '－1', '＠x', '@x', '-12.50', '-1+1'].map((name) => ({ name }));
    expect(csvText(['name'], cells).trim().split('\r\n').slice(1)).to.deep.equal([
      ...["'=1", "'＝1", "'＋1", "'－1", "'＠x", "'@x", '-12.50', "'-1+1"],
    ]);
  });

  it('cannot use any other control of direction, and marks that languages need stay', () => {
    expect(showDirectionControls(FIRST + LAST)).to.match(/^(\[U\+20[26][0-9A-E]\]){9}$/);
    expect(showDirectionControls('An\u200ba\ufeff')).to.equal('An[U+200B]a[U+FEFF]');
    const persian = 'می\u200cخواهم \u200f؟';
    expect(showDirectionControls(persian)).to.equal(persian);
  });
});
