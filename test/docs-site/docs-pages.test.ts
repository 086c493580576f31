/** The documentation over HTTP: every page, every link, and the headers that keep it harmless. */
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { headingId, readGuides, renderPage } from '../../src/docs-site/guides.ts';
import { EVENT_TYPES, TRANSFER_KINDS, stepsOf } from '../../src/docs-site/reference/concept-pages.ts';
import { TRANSFER_TRANSITIONS } from '../../src/ledger/transfer.ts';
import { freePort } from '../support/free-port.ts';
import { openapiDocument } from '../support/openapi-document.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { textOf } from './shell.ts';

describe('The documentation', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const get = (path: string, init?: RequestInit): Promise<Response> => fetch(service.url + path, init);
  const textAt = async (path: string): Promise<string> => {
    const response = await get(path);
    expect(response.status, path).to.equal(200);
    return response.text();
  };
  const linksOf = (page: string): string[] =>
    [...page.matchAll(/(?:href|src)="(\/docs[^"]*|#[^"]*)"/g)].map(([, href = '']) => href);

  it('is at the URL in the credentials of the first start', async () => {
    expect(service.credentials.docs_url).to.equal(`${service.url}/docs`);
    expect(await textAt('/docs'))
      .to.contain('<h1>')
      .and.to.contain(service.url);
  });

  it('has no broken links', async () => {
    const pages = new Map<string, string>();
    const ids = new Map<string, Set<string>>();
    const waiting = ['/docs'];
    const wanted: { from: string; href: string }[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const text = await textAt(path);
      pages.set(path, text);
      if (!text.startsWith('<!doctype')) continue;
      ids.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
      for (const href of linksOf(text)) {
        const [target = '', anchor = ''] = href.split('#');
        wanted.push({ from: path, href });
        if (target !== '' && !pages.has(target)) waiting.push(target);
        expect(anchor).to.not.match(/[^\w.-]/);
      }
    }
    const broken = wanted.filter(({ from, href }) => {
      const [target = '', anchor] = href.split('#');
      const there = ids.get(target === '' ? from : target);
      return anchor !== undefined && there?.has(anchor) !== true;
    });
    expect(broken).to.deep.equal([]);
    expect(pages.size).to.be.at.least(30);
  });

  it('has a navigation by audience, in which every guide is once', async () => {
    const [, navigation = ''] = /<nav class="side"[^>]*>([\s\S]*?)<\/nav>/.exec(await textAt('/docs')) ?? [];
    const titles = [...navigation.matchAll(/<p class="nav-title">([^<]+)</g)].map(([, title]) => title);
    expect(titles).to.deep.equal([
      'Integrate',
      'API reference',
      'Operate',
      'Operator API',
      'Audit',
      'Understand',
    ]);
    const linked = [...navigation.matchAll(/href="\/docs\/guides\/([^"]+)"/g)].map(([, name]) => name);
    expect(linked).to.have.members(readGuides().all.map(({ name }) => name));
    expect(linked).to.have.length(new Set(linked).size);
  });

  it('has the manual of the client as a guide, and still as text', async () => {
    expect(await textAt('/docs/guides/client'))
      .to.contain('<h1')
      .and.to.contain('createWebhookHandler');
    expect(await textAt('/docs/files/packages/client/README.md')).to.contain('# TypeScript client');
  });

  it('contains every operation, object, error, event type, and guide', async () => {
    for (const [root, file] of [
      ['api', 'openapi.json'],
      ['operator', 'openapi-operator.json'],
    ] as const) {
      const { paths, components, tags } = openapiDocument(file);
      const slugs = tags.map(({ name }: { name: string }) => name.toLowerCase().replace(/[^a-z]+/g, '-'));
      const topics = await Promise.all(slugs.map((slug: string) => textAt(`/docs/${root}/${slug}`)));
      const text = topics.join('');
      for (const item of Object.values<Record<string, { operationId: string }>>(paths))
        for (const { operationId } of Object.values(item)) expect(text).to.contain(`id="${operationId}"`);
      const objects = await textAt(`/docs/${root}/objects`);
      for (const [name, schema] of Object.entries<{ properties?: object }>(components.schemas))
        if (Object.keys(schema.properties ?? {}).length > 0 && !/Page$|List$|^Error/.test(name))
          expect(objects).to.contain(`id="${name}"`);
      const errors = await textAt(`/docs/${root}/errors`);
      for (const code of Object.keys(components.examples)) expect(errors).to.contain(`id="${code}"`);
    }
    const events = await textAt('/docs/api/event-types');
    for (const type of Object.keys(EVENT_TYPES)) expect(events).to.contain(`id="${type}"`);
    for (const { name, title } of readGuides().all)
      expect(textOf(await textAt(`/docs/guides/${name}`))).to.contain(textOf(title.replaceAll('`', '')));
  });

  it('lists the fields of a body with types and limits', async () => {
    const text = textOf(await textAt('/docs/api/users')).replace(/\s+/g, ' ');
    expect(text).to.contain('external_reference string required');
    expect(text).to.contain('1 to 255 characters');
    expect(text).to.contain('Requires a key with the permission read_write.');
    expect(text).to.contain('up to 50 keys');
  });

  it('labels operations that are additions to the contract', async () => {
    const text = await textAt('/docs/api/sandbox');
    const labeled = [...text.matchAll(/<section class="operation" id="(\w+)"[^]*?<\/section>/g)]
      .filter(([section]) => section.includes('class="addition"'))
      .map(([, id]) => id);
    expect(labeled).to.include('createSandboxReward').and.not.include('createSandboxDeposit');
  });

  it('shows exactly the state changes that the ledger allows', () => {
    for (const kind of TRANSFER_KINDS) {
      const steps = stepsOf(kind).filter(({ from }) => from !== 'new');
      const known = Object.entries<readonly string[]>(TRANSFER_TRANSITIONS[kind]).flatMap(([from, next]) =>
        next.map((to) => `${from} ${to}`),
      );
      expect(steps.map(({ from, to }) => `${from} ${to}`)).to.have.members(known);
    }
  });

  it('serves the OpenAPI documents, with the address of the service', async () => {
    for (const file of ['openapi.json', 'openapi-operator.json'] as const) {
      const { servers, ...document } = openapiDocument(file);
      const served = JSON.parse(await textAt(`/docs/${file}`)) as Record<string, unknown>;
      expect(served).to.deep.equal({ servers: [{ ...servers[0], url: service.url }], ...document });
    }
  });

  it('allows only its own styles and scripts', async () => {
    const { headers } = await get('/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.contain("default-src 'none'").and.not.to.contain('unsafe');
    expect(policy).to.contain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(await textAt('/docs')).to.not.match(/(?:src|href)="https?:/);
  });

  it('lets browsers cache what does not change', async () => {
    const page = await get('/docs');
    const again = await get('/docs', { headers: { 'If-None-Match': page.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).to.deep.equal([304, '']);
    const [style = ''] = /\/docs\/assets\/docs-\w+\.css/.exec(await page.text()) ?? [];
    const asset = await get(style);
    expect(asset.headers.get('cache-control')).to.contain('immutable');
    expect(asset.headers.get('content-type')).to.contain('text/css');
  });

  it('compresses documents for clients that accept it', async () => {
    for (const path of ['/docs', '/docs/openapi.json', '/docs/guides/operations']) {
      const plain = await get(path, { headers: { 'Accept-Encoding': 'identity, gzip;q=0' } });
      expect(plain.headers.get('content-encoding')).to.equal(null);
      const compressed = await get(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
      expect(compressed.headers.get('content-encoding')).to.equal('gzip');
      expect(compressed.headers.get('vary')).to.equal('Accept-Encoding');
      const [length, compressedLength] = [plain, compressed].map(({ headers }) =>
        Number(headers.get('content-length')),
      );
      expect(compressedLength).to.be.below((length ?? 0) / 3);
      // `fetch` decompresses.
      expect(await compressed.text()).to.equal(await plain.text());
      const [etag, compressedEtag] = [plain, compressed].map(({ headers }) => headers.get('etag') ?? '');
      expect(etag).to.not.equal(compressedEtag);
      for (const [known, encoding] of [
        [etag, 'identity'],
        [compressedEtag, 'gzip'],
      ] as const) {
        const again = await get(path, {
          headers: { 'If-None-Match': known ?? '', 'Accept-Encoding': encoding },
        });
        expect([again.status, await again.text()]).to.deep.equal([304, '']);
      }
    }
  });

  describe('name the address of the service in examples', () => {
    const serverAt = async (url: string, host: string): Promise<string> => {
      const request = httpGet(`${url}/docs/openapi.json`, { headers: { Host: host } });
      // The response to a GET of a file that exists.
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return (JSON.parse(await text(response)) as { servers: [{ url: string }] }).servers[0].url;
    };

    it('as it is configured', async () => {
      const port = String(await freePort());
      const configured = await startTestService({ PUBLIC_URL: 'https://ledger.example', PORT: port });
      try {
        expect(await serverAt(`http://127.0.0.1:${port}`, 'other.example')).to.equal(
          'https://ledger.example',
        );
      } finally {
        await configured.close();
      }
    });

    it('as the service knows it, whatever a client says', async () => {
      for (const host of ['ledger.internal:3000', '"><script>', 'shop.example'])
        expect(await serverAt(service.url, host)).to.equal(service.url);
    });
  });

  it('responds to every path with a page', async () => {
    for (const path of [
      '/docs/',
      '/docs/nothing',
      '/docs/API',
      '/docs/guides/..%2f..%2fpackage',
      '/docs/files/package-lock.json',
    ]) {
      const response = await get(path);
      expect(response.status, path).to.equal(404);
      expect(await response.text()).to.contain('Page not found');
    }
    const post = await get('/docs', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    const head = await get('/docs', { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
  });
});

describe('Markdown', () => {
  const keep = (href: string): string => href;

  it('escapes HTML and script links', () => {
    const { html } = renderPage('# A <b>\n\n<script>x</script> [a](javascript:alert(1)) <img src=x>', keep);
    expect(html.html).to.not.match(/<script|<img|<b>|href="javascript/);
  });

  it('gives headings the same anchors as GitHub', () => {
    expect(headingId('`state_reason.code`'.replaceAll('`', ''))).to.equal('state_reasoncode');
    const { headings } = renderPage('# T\n## Same\n## Same\n## What is *here*?', keep);
    expect(headings.map(({ id }) => id)).to.deep.equal(['same', 'same-1', 'what-is-here']);
  });

  it('turns links without a target into text', () => {
    const { html } = renderPage('[unknown](x.md) and [known](y.md)', (href) =>
      href === 'y.md' ? '/y' : undefined,
    );
    expect(html.html).to.contain('unknown and <a href="/y">known</a>');
  });
});
