/** The home page of the documentation. */
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import type { ApiReference } from './reference/api-pages.ts';
import { operationsOf } from './reference/api-pages.ts';
import type { DocsPage } from './page-frame.ts';
import type { Guides } from './guides/guides.ts';
import { codeBlock, commandHtml } from './code-block.ts';

const START_WITH: readonly (readonly [guide: string, text: string])[] = [
  ['integrate', 'From an API key to a funded wallet, command by command.'],
  ['money', 'Amounts, points, coin, and the balances of a wallet.'],
  ['webhooks', 'Receive every change and verify its signature.'],
  ['errors', 'What each error code means and how to handle it.'],
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
          <h1>Store money, move it, and account for every cent</h1>
          <p class="lead">
            A ledger with a REST API for users with identity checks, wallets of points and coin, deposits,
            transfers, conversions, and payouts. This documentation is served by your instance.
          </p>
          <p class="actions">
            <a class="button" href="/docs/guides/integrate">Integrate in ten minutes</a>
            <a class="button quiet" href="${api.root}">API reference</a>
          </p>
        </div>
        ${codeBlock('Your first call', commandHtml(FIRST.replace('{base}', baseUrl)))}
      </div>
      <h2 id="start">Start here</h2>
      <ul class="cards">
        ${known.map(([name, text]) => card(`/docs/guides/${name}`, titleOf(guides, name), text))}
      </ul>
      <h2 id="interface">API reference</h2>
      <ul class="cards small">
        ${api.document.topics.map((topic) =>
          card(
            `${api.root}/${topic.slug}`,
            topic.name,
            topic.description,
            `${operationsOf(api, topic).length} ${operationsOf(api, topic).length === 1 ? 'operation' : 'operations'}`,
          ),
        )}
        ${card(`${api.root}/event-types`, 'Event types', 'Which events are sent, and when.')}
        ${card(`${api.root}/states`, 'Transfer states', 'Every state of a transfer and what leads to it.')}
      </ul>
      <h2 id="run">Operate and audit</h2>
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
  api: 'What a client needs to know in addition to the reference.',
  operations: 'Deploy, scale, monitor, back up, restore, and upgrade.',
  architecture: 'How the service is built, down to the hash chain.',
  'contract-notes': 'How the service behaves where the API contract leaves a choice open.',
  glossary: 'Every term, with its place in the code.',
  performance: 'Throughput and latency, and how they were measured.',
  rails: 'How to connect a bank or payment provider.',
  auditors: 'Verify every balance from the events alone.',
  console: 'The web console for operators.',
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
