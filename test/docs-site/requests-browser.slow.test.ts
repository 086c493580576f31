/** The requests of the reference in a real browser: languages, and the form that sends them. */
import { expect } from 'chai';
import { describeInBrowser } from '../support/browser.ts';
import { useDocsBrowser } from './docs-browser.ts';

describeInBrowser('The requests of the reference in a browser', () => {
  const docs = useDocsBrowser();

  const choose = (id: string, language: string): Promise<void> =>
    docs.page.locator(`#${id} .languages`).getByText(language, { exact: true }).click();
  const shownCode = (id: string): Promise<string> =>
    docs.page.locator(`#${id} .tabs pre:visible`).innerText();

  describe('the languages of a request', () => {
    it('are chosen for all examples, and remembered on other pages', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      expect(await shownCode('createUser')).to.match(/^curl /);
      await choose('createUser', 'Python');
      expect(await shownCode('createUser')).to.contain('requests.post(');
      expect(await shownCode('listUsers')).to.contain('requests.get(');
      await docs.open('/docs/api/wallets');
      expect(await shownCode('createWallet')).to.contain('requests.post(');
      await docs.page.reload();
      expect(await shownCode('createWallet')).to.contain('requests.post(');
    });

    it('are chosen with the arrow keys', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await docs.page.locator('#createUser .languages input').first().focus();
      await docs.page.keyboard.press('ArrowLeft');
      expect(await shownCode('createUser')).to.contain('HttpMethod.Post');
      await docs.page.keyboard.press('ArrowRight');
      expect(await shownCode('createUser')).to.match(/^curl /);
    });

    it('are chosen without scripts', async () => {
      await docs.openDisplay({ width: 360, javaScriptEnabled: false });
      await docs.open('/docs/api/users');
      await choose('createUser', 'C#');
      expect(await docs.page.locator('#createUser .tabs pre:visible').count()).to.equal(1);
      expect(await shownCode('createUser')).to.contain('HttpMethod.Post');
    });

    it('are copied as shown', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
        origin: docs.service.url,
      });
      await docs.open('/docs/api/users');
      await choose('createUser', 'Python');
      await docs.page.locator('#createUser .tabs .copy').click();
      await docs.page.locator('#createUser .tabs').getByText('Copied').waitFor();
      const copied = await docs.page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).to.contain('/v1/users');
      expect(copied).to.equal(await shownCode('createUser'));
    });
  });

  describe('the request form', () => {
    const sent = async (id: string): Promise<{ status: string; text: string }> => {
      const form = docs.page.locator(`#${id} form`);
      await form.locator('button').click();
      await form.locator('output .status').waitFor();
      const status = await form.locator('output .status').innerText();
      return { status, text: await form.locator('output pre').innerText() };
    };
    const stored = (): Promise<string> =>
      docs.page.evaluate<string>(
        `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])`,
      );
    const unfold = (id: string): Promise<void> => docs.page.locator(`#${id} [data-try] > summary`).click();

    it('sends the values of the form with the entered key', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await unfold('createUser');
      await docs.page.locator('#createUser-key').fill(docs.service.credentials.sandbox_api_key);
      const made = await sent('createUser');
      expect(made.status, made.text).to.equal('201');
      const { id } = JSON.parse(made.text);
      // The next form knows the key, and the user that was just made.
      await unfold('getUser');
      expect(await docs.page.locator('#getUser-user_id').inputValue()).to.equal(id);
      const read = await sent('getUser');
      expect([read.status, JSON.parse(read.text).id]).to.deep.equal(['200', id]);
      expect(await docs.page.locator('#createUser .warning').count()).to.equal(0);
    });

    it('shows an error response', async () => {
      await docs.openDisplay({ width: 360 });
      await docs.open('/docs/api/users');
      await unfold('listUsers');
      const { status, text } = await sent('listUsers');
      expect([status, JSON.parse(text).error.code]).to.deep.equal(['401', 'invalid_api_key']);
    });

    it('refuses production keys and stores none', async () => {
      await docs.openDisplay({ width: 1440 });
      const key = docs.service.credentials.production_api_key;
      await docs.open('/docs/api/users');
      await unfold('listUsers');
      await docs.page.locator('#listUsers-key').fill(key);
      await docs.page.locator('#listUsers .warning').waitFor();
      expect(await docs.page.locator('#listUsers form button').isDisabled()).to.equal(true);
      expect(await stored()).to.not.contain(key);
      expect(await docs.context.cookies()).to.deep.equal([]);
      await docs.page.reload();
      expect(await docs.page.locator('#listUsers-key').inputValue()).to.equal('');
    });

    it('keeps a sandbox key for the tab only, and never in the address', async () => {
      await docs.openDisplay({ width: 1440 });
      const key = docs.service.credentials.sandbox_api_key;
      await docs.open('/docs/api/users');
      await unfold('listUsers');
      await docs.page.locator('#listUsers-key').fill(key);
      expect((await sent('listUsers')).status).to.equal('200');
      await docs.open('/docs/api/wallets');
      expect(await docs.page.locator('#createWallet-key').inputValue()).to.equal(key);
      expect(
        await docs.page.evaluate<string>('JSON.stringify({ ...localStorage }) + location.href'),
      ).to.not.contain(key);
      const other = await docs.context.newPage();
      await other.goto(`${docs.service.url}/docs/api/users`);
      expect(await other.locator('#listUsers-key').inputValue()).to.equal('');
      await docs.page.locator('#createWallet [data-try] > summary').click();
      await docs.page.locator('#createWallet-key').fill('');
      expect(await stored()).to.not.contain(key);
    });

    it('stores no operator token', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/operator/rails');
      const key = docs.page.locator('[data-key]').first();
      await docs.page.locator('[data-try] > summary').first().click();
      await key.fill(docs.service.credentials.operator_token);
      expect(await stored()).to.not.contain(docs.service.credentials.operator_token);
      await docs.page.reload();
      expect(await key.inputValue()).to.equal('');
    });

    it('fills in what was created before, on other pages too', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await unfold('createUser');
      await docs.page.locator('#createUser-key').fill(docs.service.credentials.sandbox_api_key);
      const body = { type: 'individual', external_reference: 'try-it-journey' };
      await docs.page.locator('#createUser-body').fill(JSON.stringify(body));
      const user = JSON.parse((await sent('createUser')).text);
      await docs.open('/docs/api/sandbox');
      await unfold('setSandboxKyc');
      expect(await docs.page.locator('#setSandboxKyc-user_id').inputValue()).to.equal(user.id);
      expect((await sent('setSandboxKyc')).status).to.equal('200');
      await docs.open('/docs/api/wallets');
      await unfold('createWallet');
      const wallet = JSON.parse((await sent('createWallet')).text);
      await docs.open('/docs/api/sandbox');
      await unfold('createSandboxReward');
      expect(await docs.page.locator('#createSandboxReward-body').inputValue()).to.contain(wallet.id);
      const reward = await sent('createSandboxReward');
      expect(reward.status, reward.text).to.match(/^20/);
    });

    it('asks for what is missing instead of sending it', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await unfold('getUser');
      await docs.page.locator('#getUser form button').click();
      await docs.page.locator('#getUser output').getByText('Fill in $USER_ID first.').waitFor();
    });

    it('shows the request in the selected language, with the values of the form', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await choose('createUser', 'Python');
      await unfold('createUser');
      await docs.page
        .locator('#createUser-body')
        .fill('{"type": "individual", "external_reference": "shop-77"}');
      expect(await shownCode('createUser'))
        .to.contain('"external_reference": "shop-77"')
        .and.to.contain('requests.post(');
      await unfold('getUser');
      await docs.page.locator('#getUser-user_id').fill('usr_77');
      expect(await shownCode('getUser')).to.contain(`{os.environ['BASE_URL']}/v1/users/usr_77"`);
      await choose('getUser', 'curl');
      expect(await shownCode('getUser')).to.contain('"$BASE_URL/v1/users/usr_77"');
    });

    it('shows the status, the time, and the request ID of a response', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await unfold('listUsers');
      await docs.page.locator('#listUsers-key').fill(docs.service.credentials.sandbox_api_key);
      await sent('listUsers');
      const line = await docs.page.locator('#listUsers output p').innerText();
      expect(line).to.match(/^200 in \d+ ms · Request-Id req_\w+$/);
    });
  });
});
