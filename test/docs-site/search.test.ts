/** The search of the documentation: what it covers, how it ranks, and what it tolerates. */
import { expect } from 'chai';
import { readGuides, renderPage, sectionsOf } from '../../src/docs-site/guides.ts';
import { readApiReference } from '../../src/docs-site/reference/api-pages.ts';
import { EVENT_TYPES } from '../../src/docs-site/reference/concept-pages.ts';
import {
  SYNONYMS,
  createSearch,
  searchDocuments,
  type Search,
  type SearchDocument,
} from '../../src/docs-site/search.ts';
import { documentedOperations } from '../support/client.ts';
import { startTestService, type RunningService } from '../support/service.ts';

describe('The search of the documentation', () => {
  let documents: readonly SearchDocument[];
  let search: Search;
  before(async () => {
    const api = readApiReference('openapi.json', '/docs/api', 'API reference');
    const operator = readApiReference('openapi-operator.json', '/docs/operator', 'Operator API');
    documents = await searchDocuments([api, operator], readGuides());
    search = await createSearch(documents);
  });

  const first = (query: string): string | undefined => search(query, 1)[0]?.href;
  const marks = (text: readonly string[]): string[] => text.filter((_, i) => i % 2 === 1);

  it('covers operations, objects, fields, errors, event types, states, and sections of guides', () => {
    const hrefs = new Set(documents.map(({ href }) => href));
    for (const { id } of documentedOperations())
      expect([...hrefs].some((href) => href.endsWith(`#${id}`))).to.equal(true);
    for (const type of Object.keys(EVENT_TYPES)) expect(hrefs).to.include(`/docs/api/event-types#${type}`);
    for (const { name, text } of readGuides().all)
      for (const { id, level } of sectionsOf(text))
        expect(hrefs).to.include(`/docs/guides/${name}${level === 1 ? '' : `#${id}`}`);
    expect([...hrefs]).to.include.members([
      '/docs/api/objects#Transfer',
      '/docs/api/objects#Transfer.state_reason',
      '/docs/errors/quote_expired',
      '/docs/api/states#offramp',
    ]);
  });

  it('finds words in the text, not only in titles', () => {
    const signature = search('Ed25519 hex', 5).map(({ href }) => href);
    expect(signature).to.include('/docs/guides/webhooks#verify-a-signature');
  });

  it('lists what is named like the query first', () => {
    expect(first('create a transfer')).to.equal('/docs/api/transfers#createTransfer');
    expect(first('createTransfer')).to.equal('/docs/api/transfers#createTransfer');
    expect(first('quote expired')).to.equal('/docs/errors/quote_expired');
    expect(first('wallet_frozen')).to.equal('/docs/errors/wallet_frozen');
    expect(first('TransferCreate')).to.equal('/docs/api/objects#TransferCreate');
    expect(first('transfer.created')).to.equal('/docs/api/event-types#transfer.created');
    expect(first('backup')).to.equal('/docs/guides/backup');
    expect(first('Transfer.state_reason')).to.equal('/docs/api/objects#Transfer.state_reason');
  });

  it('finds guides by the words that readers use for their subjects', () => {
    for (const [href, words] of Object.entries(SYNONYMS))
      for (const word of words.split(' ').filter((each) => each.length > 3)) {
        const found = search(word, 3).map((each) => each.href);
        expect(found, word).to.include(href);
      }
    const expected = {
      pagination: '/docs/guides/api#lists',
      quickstart: '/docs/guides/integrate',
      sse: '/docs/guides/webhooks#without-an-endpoint-the-stream-of-events',
      websocket: '/docs/guides/webhooks#without-an-endpoint-the-stream-of-events',
      withdrawal: '/docs/guides/money#fiat-in-fiat-out',
      'top up': '/docs/guides/money#fiat-in-fiat-out',
      authentication: '/docs/guides/api#keys-and-environments',
      'getting started': '/docs/guides/integrate',
      sdk: '/docs/guides/client',
      chargeback: '/docs/guides/money#money-that-comes-back-late',
      hmac: '/docs/guides/webhooks#verify-a-signature',
    };
    for (const [query, href] of Object.entries(expected)) expect(first(query), query).to.equal(href);
    const [error, guide] = search('api key', 2).map(({ href }) => href);
    expect([error, guide]).to.deep.equal([
      '/docs/errors/invalid_api_key',
      '/docs/guides/api#keys-and-environments',
    ]);
  });

  it('ranks guides for integrators before those for others', () => {
    for (const query of ['rate limit', 'events', 'retry', 'sandbox', 'authentication']) {
      const found = search(query, 30).map(({ href }) => href);
      const indexOf = (isIt: (href: string) => boolean): number => {
        const index = found.findIndex(isIt);
        return index === -1 ? found.length : index;
      };
      const forIntegrators = indexOf((href) =>
        /guides\/(integrate|sandbox|money|api|client|webhooks|cli|errors)/.test(href),
      );
      expect(forIntegrators, `${query}: ${found.join(' ')}`).to.be.below(
        indexOf((href) => /guides\/(operations|architecture|security|scaling)|\/operator\//.test(href)),
      );
    }
  });

  it('completes words and tolerates typing errors', () => {
    expect(first('idempo')).to.match(/idempotency/);
    expect(first('idempotncy key reused')).to.equal('/docs/errors/idempotency_key_reused');
    expect(marks(search('tranfser', 1)[0]?.title ?? [])).to.deep.equal(['transfer']);
  });

  it('shows results that lack a word only if none has all', () => {
    const [webhooks] = search('webhook', 1);
    expect(search('webhook zzzzqqqq', 1)).to.deep.equal([webhooks]);
    const both = search('wallet frozen', 1_000).length;
    expect(both).to.be.above(0).and.below(search('wallet', 1_000).length);
    expect(search('zzzzqqqq', 5)).to.deep.equal([]);
    for (const nothing of ['', '   ', '/', '&', 'the']) expect(search(nothing, 5)).to.deep.equal([]);
  });

  it('highlights what matched, in the title and in a part of the text', () => {
    const [error] = search('quote expired', 1);
    expect(marks(error?.title ?? [])).to.deep.equal(['quote', 'expired']);
    const found = search('Ed25519', 5).find(
      ({ href }) => href === '/docs/guides/webhooks#verify-a-signature',
    );
    expect(marks(found?.excerpt ?? [])).to.deep.equal(['Ed25519']);
    for (const { excerpt } of search('transfer', 100)) expect(excerpt.join('').length).to.be.below(220);
  });

  it('links sections by the anchors of the rendered guides', () => {
    for (const { text } of readGuides().all) {
      const { headings } = renderPage(text, (href) => href);
      const sections = sectionsOf(text).filter(({ level }) => level > 1);
      expect(sections.map(({ id }) => id)).to.deep.equal(headings.map(({ id }) => id));
    }
  });
});

describe('The search over HTTP', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const textAt = async (path: string): Promise<string> => {
    const response = await fetch(service.url + path);
    expect(response.status, path).to.equal(200);
    return response.text();
  };

  it('has a page that needs no scripts', async () => {
    const found = await textAt('/docs/search?q=quote+expired');
    expect(found).to.contain('/docs/errors/quote_expired');
    expect(found).to.contain('<mark>quote</mark>_<mark>expired</mark>');
    expect(found).to.contain('value="quote expired"');
    expect(await textAt('/docs/search')).to.contain('Enter a search term');
    expect(await textAt('/docs/search?q=zzzz')).to.contain('No results');
  });

  it('escapes the query and the results', async () => {
    const page = await textAt('/docs/search?q=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(page).to.not.contain('<script>alert');
    expect(await textAt('/docs/search?q=t+body+signature')).to.not.match(/<t>|<body>\./);
  });

  it('returns results as JSON while somebody types', async () => {
    const response = await fetch(`${service.url}/docs/search.json?q=quote+exp`);
    expect(response.headers.get('content-type')).to.contain('application/json');
    const results = (await response.json()) as { href: string }[];
    expect(results[0]?.href).to.equal('/docs/errors/quote_expired');
    expect(results.length).to.be.at.most(12);
    expect(JSON.parse(await textAt('/docs/search.json'))).to.deep.equal([]);
  });
});
