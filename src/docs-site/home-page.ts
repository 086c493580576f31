/** The home page of the documentation. */
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import type { ApiReference } from './reference/api-pages.ts';
import { operationsOf } from './reference/api-pages.ts';
import type { DocsPage } from './page-frame.ts';
import type { GuideGroup, Guides } from './guides/guides.ts';
import { codeBlock, commandHtml } from './code-block.ts';

export function homePage(
  api: ApiReference,
  operator: ApiReference,
  guides: Guides,
  baseUrl: string,
): DocsPage {
  const [integrate, ...others] = guides.groups;
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
        ${integrate?.entries.map(guideCard)}
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
        ${others.flatMap(({ entries }) => entries.map(guideCard))}
        ${card(operator.root, operator.name, operator.document.summary)}
      </ul>`,
  };
}

const FIRST = `export BASE_URL={base}
export API_KEY=svc_test_…

curl -s "$BASE_URL/v1/routes" \\
  -H "Api-Key: $API_KEY"`;

/** With what the index says about the guide, as a sentence. */
const guideCard = ({ guide, text }: GuideGroup['entries'][number]): Html =>
  card(`/docs/guides/${guide.name}`, guide.title, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);

const card = (href: string, title: string, text: string, foot?: string): Html =>
  html`<li>
    <a href="${href}"
      ><strong>${title}</strong
      ><span>${text}</span>${foot === undefined ? undefined : html`<small>${foot}</small>`}</a
    >
  </li>`;
