/** `login`, `logout`, and `profiles`: stored URLs and secrets. */
import type { Command } from 'commander';
import { normalUrl } from '../access.ts';
import type { GlobalOptions, SecretKind } from '../access.ts';
import { CommandFailed, UsageError } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import { DEFAULT_PROFILE, profilesFile, readProfiles, removeProfile, saveProfile } from '../profiles.ts';
import type { Profile } from '../profiles.ts';
import { commandFromArguments, withExamples } from '../program.ts';
import { createServiceCall } from '../service-call.ts';
import { askSecret, askText, readInput } from './prompt.ts';

const LOCAL_URL = 'http://127.0.0.1:3000';

export function fillLogin(login: Command): void {
  login.addHelpText(
    'after',
    `
The secret is read from a prompt that does not show it, from standard input, or from API_KEY. It is checked and then stored
in ${profilesFile()}, which only you can read. It is sent only to the URL it was stored with.`,
  );
  withExamples(login, [
    'login --url http://127.0.0.1:3000',
    'login --profile production --url https://ledger.example < key.txt',
  ]).action(action(logIn));
}

export function fillLogout(logout: Command): void {
  withExamples(logout, ['logout', 'logout --profile production']).action(
    action(({ profile: name = DEFAULT_PROFILE }) => {
      if (!removeProfile(name)) throw new CommandFailed(`There is no profile ${JSON.stringify(name)}.`);
      return { json: { profile: name, removed: true }, view: { text: `Removed the profile ${name}.` } };
    }),
  );
}

export function fillProfiles(profiles: Command): void {
  withExamples(profiles, ['profiles', 'profiles --json']).action(
    action(() => {
      const data = [...readProfiles()].map(([name, profile]) => describe(name, profile));
      const columns = ['profile', 'url', 'environment', 'api_key', 'operator_token'];
      return { json: { data }, view: { rows: data, columns, emptyText: 'There are no profiles yet.' } };
    }),
  );
}

const action =
  (work: (options: GlobalOptions) => Outcome | Promise<Outcome>) =>
  async (...given: unknown[]): Promise<void> => {
    const options = commandFromArguments(given).optsWithGlobals<GlobalOptions>();
    printOutcome(await work(options), options.json === true);
  };

async function logIn(options: GlobalOptions): Promise<Outcome> {
  const name = options.profile ?? DEFAULT_PROFILE;
  const stored = readProfiles().get(name);
  const url = normalUrl(options.url ?? nonEmpty(process.env['BASE_URL']) ?? (await urlFor(stored)));
  const secret = options.token ?? (await readSecret());
  const kind = kindOf(secret);
  await verify(url, kind, secret);
  // A secret for another URL would not be used any more.
  const profile = { ...(stored?.url === url ? stored : {}), url, [kind]: secret };
  saveProfile(name, profile);
  const text = `Stored the profile ${name} for ${url} in ${profilesFile()}.`;
  return { json: { ...describe(name, profile), file: profilesFile() }, view: { text } };
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

async function urlFor(stored: Profile | undefined): Promise<string> {
  if (process.stdin.isTTY) return askText('URL of the service', stored?.url ?? LOCAL_URL);
  if (stored !== undefined) return stored.url;
  throw new UsageError('No service URL. Use --url, or set BASE_URL.');
}

async function readSecret(): Promise<string> {
  const written = process.stdin.isTTY ? '' : await readInput();
  if (written !== '') return written;
  const secret = nonEmpty(process.env['API_KEY']);
  if (secret !== undefined) return secret;
  if (process.stdin.isTTY) return askSecret('API key or operator token');
  throw new UsageError('No API key. Write it to standard input, or set API_KEY.');
}

function kindOf(secret: string): SecretKind {
  if (/^svc_op_[\x21-\x7e]+$/.test(secret)) return 'operator_token';
  if (/^svc_(test|live)_[\x21-\x7e]+$/.test(secret)) return 'api_key';
  throw new UsageError('An API key starts with svc_test_ or svc_live_, and an operator token with svc_op_.');
}

/** Throws CommandFailed if the service does not accept the secret. */
async function verify(url: string, kind: SecretKind, secret: string): Promise<void> {
  const authentication = kind === 'api_key' ? { 'Api-Key': secret } : { Authorization: `Bearer ${secret}` };
  const path = kind === 'api_key' ? '/v1/routes' : '/operator/v1/rails';
  await createServiceCall(url, authentication)('GET', { path });
}

/** Names the key by its public ID. */
const describe = (profile: string, { url, api_key, operator_token }: Profile) => ({
  profile,
  url,
  environment: api_key === undefined ? null : api_key.startsWith('svc_live_') ? 'production' : 'sandbox',
  api_key: api_key === undefined ? null : `key_${api_key.split('_')[2] ?? ''}`,
  operator_token: operator_token === undefined ? null : 'stored',
});
