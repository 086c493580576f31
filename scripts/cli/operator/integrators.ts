/** `integrators`: customers whose applications use the API. */
import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { Command } from 'commander';
import { logoTypeOf } from '../../../src/platform/brand.ts';
import { UsageError } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';
import {
  apiAction,
  listOutcome,
  pathSegment,
  withExamples,
  withLimit,
  withoutUndefined,
} from '../program.ts';

export function fillIntegrators(integrators: Command): void {
  withExamples(integrators, [
    'integrators list',
    "integrators create 'Acme Games'",
    "integrators brand int_01kakz3v00000000000000000x --display-name 'Acme Games' --logo acme.png",
  ]);
  withLimit(integrators.command('list').description('list integrators, newest first')).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/integrators', options, {
        columns: ['id', 'name', 'created_at'],
        emptyText: 'There are no integrators yet.',
      }),
    ),
  );
  integrators
    .command('create')
    .description('create an integrator with a sandbox and a production book, and print its ID')
    .argument('<name>', 'display name')
    .action(
      apiAction(async (api, [name]) => {
        const integrator = await api.post('/integrators', { name });
        const text = `Created integrator ${String(integrator['name'])}.`;
        return { json: integrator, view: { text }, stdout: String(integrator['id']) };
      }),
    );
  integrators
    .command('brand')
    .description('show how hosted pages show an integrator, or change it')
    .argument('<integrator>', 'ID of the integrator')
    .option('--display-name <name>', 'the name that users and payers know')
    .option('--color <color>', 'color of buttons and links, such as #5b2a86')
    .option('--logo <file>', 'a PNG, JPEG, or WebP file of at most 48 KiB')
    .option('--support-contact <contact>', 'an email address or an https URL')
    .option('--privacy-url <url>', 'the privacy notice')
    .addOption(
      new Option('--remove <member...>', 'members to remove').choices([
        'display_name',
        'color',
        'logo',
        'support_contact',
        'privacy_url',
      ]),
    )
    .action(
      apiAction(
        async (api, [integrator], { displayName, color, logo, supportContact, privacyUrl, remove }) => {
          const path = `/integrators/${pathSegment(integrator)}/brand`;
          const change = {
            ...Object.fromEntries(namesIn(remove).map((name) => [name, null])),
            ...withoutUndefined({
              display_name: displayName,
              color,
              logo: typeof logo === 'string' ? await readLogo(logo) : undefined,
              support_contact: supportContact,
              privacy_url: privacyUrl,
            }),
          };
          const brand = Object.keys(change).length === 0 ? await api.get(path) : await api.post(path, change);
          return {
            json: brand,
            view: { fields: { ...brand, logo: brand['logo'] === null ? null : 'an image' } },
          };
        },
      ),
    );
}

const namesIn = (given: unknown): readonly string[] => (Array.isArray(given) ? given.map(String) : []);

async function readLogo(file: string): Promise<JsonObject> {
  const media_type = logoTypeOf(file);
  if (media_type === undefined) throw new UsageError('The logo must be a PNG, JPEG, or WebP file.');
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read the file ${file}.`);
  });
  return { media_type, data: bytes.toString('base64') };
}
