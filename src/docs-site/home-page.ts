/** Where the documentation begins. */
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import type { ApiReference } from './reference/api-pages.ts';
import { operationsOf } from './reference/api-pages.ts';
import type { DocsPage } from './page-frame.ts';
import type { Guides } from './guides/guides.ts';
import { codeBlock, commandHtml } from './code-block.ts';

const START_WITH: readonly (readonly [guide: string, text: string])[] = [
  ['integrate', 'From a key to a wallet with money in it, command by command.'],
  ['money', 'Amounts, points and coin, and the three figures of a wallet.'],
  ['webhooks', 'Hear of every change, and know that it is from us.'],
  ['errors', 'What each code means, and what to do about it.'],
];

export function homePage(
  api: ApiReference,
  operator: ApiReference,
  guides: Guides,
  baseUrl: string,
): DocsPage {
  const known = START_WITH.filter(([name]) => guides.all.some((guide) => guide.name === name));
  return {
    href: '/docs',
    title: 'Documentation',
    summary: api.document.summary,
    isWide: true,
    content: html`<div class="hero">
        <div>
          <h1>Hold money, move it, and show every cent of it</h1>
          <p class="lead">
            A ledger with a REST API: users with identity checks, wallets of points and coin, deposits,
            transfers, conversions and payouts. This is its documentation, from the service that you are
            talking to.
          </p>
          <p class="actions">
            <a class="button" href="/docs/guides/integrate">Integrate in ten minutes</a>
            <a class="button quiet" href="${api.root}">API reference</a>
          </p>
        </div>
        ${codeBlock('Your first call', commandHtml(FIRST.replace('{base}', baseUrl)))}
      </div>
      <h2 id="start">Start with</h2>
      <ul class="cards">
        ${known.map(([name, text]) => card(`/docs/guides/${name}`, titleOf(guides, name), text))}
      </ul>
      <h2 id="interface">The interface</h2>
      <ul class="cards small">
        ${api.document.topics.map((topic) =>
          card(
            `${api.root}/${topic.slug}`,
            topic.name,
            topic.description,
            `${operationsOf(api, topic).length} ${operationsOf(api, topic).length === 1 ? 'operation' : 'operations'}`,
          ),
        )}
        ${card(`${api.root}/event-types`, 'Event types', 'What you are told about, and when.')}
        ${card(`${api.root}/states`, 'States of a transfer', 'Every way that money can go.')}
      </ul>
      <h2 id="run">Running it, checking it</h2>
      <ul class="cards small">
        ${guides.all
          .filter(({ name }) => !known.some(([each]) => each === name))
          .map(({ name, title }) => card(`/docs/guides/${name}`, title, GUIDE_TEXTS[name] ?? ''))}
        ${card(operator.root, operator.name, operator.document.summary)}
      </ul>`,
  };
}

const FIRST = `export BASE_URL={base}
export API_KEY=svc_test_…

curl -s "$BASE_URL/v1/routes" \\
  -H "Api-Key: $API_KEY"`;

const GUIDE_TEXTS: Readonly<Record<string, string>> = {
  api: 'What a client has to know beside the reference.',
  operations: 'Deploy, scale, watch, back up, restore, upgrade.',
  architecture: 'How it is built, down to the hash chain.',
  decisions: 'What was decided where the contract is silent, and why.',
  performance: 'What it can take, and how that was measured.',
  rails: 'How a bank is attached.',
  auditors: 'Prove from the events alone that it all adds up.',
  console: 'The operators’ pages.',
};

const titleOf = (guides: Guides, name: string): string =>
  guides.all.find((guide) => guide.name === name)?.title ?? name;

const card = (href: string, title: string, text: string, foot?: string): Html =>
  html`<li>
    <a href="${href}"
      ><strong>${title}</strong
      ><span>${text}</span>${foot === undefined ? undefined : html`<small>${foot}</small>`}</a
    >
  </li>`;
