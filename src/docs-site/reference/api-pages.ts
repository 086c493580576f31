/** The pages of one API: basics, a page for each topic, objects, and errors. */
import { PROJECT_ROOT } from '../../system/project-root.ts';
import { html, type Html } from '../../web/html.ts';
import { codeBlock, commandHtml, jsonHtml } from '../code-block.ts';
import { renderInline, renderPage } from '../guides.ts';
import type { DocsPage, NavSection } from '../page-frame.ts';
import { errorEntries, errorHref } from './error-codes.ts';
import {
  errorCodesOf,
  readDocument,
  requestObjects,
  variantsOf,
  type ApiDocument,
  type Operation,
  type Topic,
} from './openapi-document.ts';
import { operationView, signature } from './operation-view.ts';
import { fieldList, fieldsOf, hasOwnEntry, typeHtml } from './schema-view.ts';

export type ApiReference = {
  readonly document: ApiDocument;
  /** The path of its pages, such as `/docs/api`. */
  readonly root: string;
  readonly name: string;
};

export const readApiReference = (file: string, root: string, name: string): ApiReference => ({
  document: readDocument(new URL(`schemas/${file}`, PROJECT_ROOT)),
  root,
  name,
});

const hrefs = ({ root }: ApiReference) => ({
  basics: root,
  objects: `${root}/objects`,
  errors: `${root}/errors`,
  topic: ({ slug }: Topic) => `${root}/${slug}`,
});

export const operationsOf = ({ document }: ApiReference, topic: Topic): readonly Operation[] =>
  document.operations.filter(({ tag }) => tag === topic.name);

export const operationHref = (site: ApiReference, operation: Operation): string => {
  const topic = site.document.topics.find(({ name }) => name === operation.tag);
  return `${topic === undefined ? site.root : hrefs(site).topic(topic)}#${operation.id}`;
};

/** Its section in the navigation. */
export function apiSection(site: ApiReference, more: NavSection['links'] = []): NavSection {
  const at = hrefs(site);
  return {
    title: site.name,
    links: [
      { href: at.basics, label: 'Basics' },
      ...site.document.topics.map((topic) => ({
        href: at.topic(topic),
        label: topic.name,
        children: operationsOf(site, topic).map((each) => ({
          href: `${at.topic(topic)}#${each.id}`,
          label: each.summary,
        })),
      })),
      { href: at.objects, label: 'Objects' },
      ...more,
      { href: at.errors, label: 'Errors' },
    ],
  };
}

/** What all operations have in common, and how to set up a shell for the examples. */
export function basicsPage(site: ApiReference, baseUrl: string): DocsPage {
  const { document, root } = site;
  const rendered = renderPage(document.description, (href) => href);
  const isOperator = document.authentication === 'bearer';
  const [key, example] = isOperator ? ['OPERATOR_TOKEN', 'svc_op_…'] : ['API_KEY', 'svc_test_…'];
  return {
    href: root,
    title: site.name,
    summary: document.summary,
    content: html`<h1>${document.title}</h1>
      <p class="lead">${document.summary}</p>
      <p class="meta">
        Version ${document.version} · <a href="${fileOf(site)}">OpenAPI 3.1</a> · ${!isOperator && FOR_TOOLS}
        ${document.operations.length} operations
      </p>
      <h2 id="examples">Runnable examples</h2>
      <p>
        Each operation shows its request in several languages; the one you choose is remembered. Set these
        variables to run it as it is. IDs of your own objects come from variables such as
        <code>USER_ID</code>.
      </p>
      ${codeBlock('Shell', commandHtml(`export BASE_URL=${baseUrl}\nexport ${key}=${example}`))}
      ${rendered.html}`,
  };
}

const FOR_TOOLS = html`<a href="/docs/postman.json">Postman collection</a> ·
  <a href="/llms.txt">llms.txt</a> ·`;

const fileOf = ({ root }: ApiReference): string =>
  root === '/docs/operator' ? '/docs/openapi-operator.json' : '/docs/openapi.json';

export function topicPage(site: ApiReference, topic: Topic): DocsPage {
  const at = hrefs(site);
  const links = { document: site.document, objects: at.objects };
  const operations = operationsOf(site, topic);
  return {
    href: at.topic(topic),
    title: topic.name,
    summary: topic.description,
    isWide: true,
    content: html`<div class="intro">
        <h1>${topic.name}</h1>
        <p class="lead">${topic.description}</p>
        <ul class="operations">
          ${operations.map(
            (each) =>
              html`<li>
                <a href="#${each.id}">${signature(each)} <span>${each.summary}</span></a>
              </li>`,
          )}
        </ul>
      </div>
      ${operations.map((each) => operationView(links, each))}`,
  };
}

export const documentedObjects = ({ document }: ApiReference): readonly string[] =>
  Object.entries(document.schemas)
    .filter(([name, schema]) => hasOwnEntry(name, schema))
    .map(([name]) => name);

export function objectsPage(site: ApiReference): DocsPage {
  const at = hrefs(site);
  const links = { document: site.document, objects: at.objects };
  const names = documentedObjects(site);
  const sentNames = requestObjects(site.document);
  return {
    href: at.objects,
    title: `Objects, ${site.name}`,
    summary: 'Every object in requests and responses, field by field.',
    isWide: true,
    content: html`<div class="intro">
        <h1>Objects</h1>
        <p class="lead">
          Every object in requests and responses. Fields without a value are <code>null</code>; fields of
          another variant are absent.
        </p>
        <p class="index">${names.map((name) => html`<a href="#${name}">${name}</a> `)}</p>
      </div>
      ${names.map((name) => objectView(name))}`,
  };

  function objectView(name: string): Html {
    const schema = site.document.schemas[name] ?? {};
    const [example] = schema.examples ?? [];
    const variants = variantsOf(schema);
    const sent = sentNames.has(name);
    const fields = fieldsOf(schema, sent).map((field) => ({ ...field, id: `${name}.${field.name}` }));
    return html`<section class="operation" id="${name}" aria-labelledby="${name}-name">
      <div class="operation-text">
        <h2 id="${name}-name"><a class="anchor" href="#${name}">${name}</a></h2>
        ${schema.description === undefined ? undefined : html`<p>${renderInline(schema.description)}</p>`}
        ${variants !== undefined && html`<p>One of ${typeHtml(links, { anyOf: variants })}.</p>`}
        ${fieldList(links, fields, { sent })}
      </div>
      <div class="operation-code">${example !== undefined && codeBlock(name, jsonHtml(example))}</div>
    </section>`;
  }
}

export function errorsPage(site: ApiReference): DocsPage {
  const at = hrefs(site);
  const given = new Set(site.document.operations.flatMap(errorCodesOf));
  const codes = [...errorEntries()].filter(([code]) => given.has(code));
  const everywhere = (code: string): boolean =>
    site.document.operations.filter((each) => errorCodesOf(each).includes(code)).length > COMMON_FROM;
  return {
    href: at.errors,
    title: `Errors, ${site.name}`,
    summary: 'Every error code, its status, and the operations that return it.',
    content: html`<h1>Errors</h1>
      <p class="lead">
        Handle errors by <code>code</code>. The message is for people and may change. The
        <a href="/docs/guides/errors">guide to errors</a> explains how to handle each code.
      </p>
      ${codeBlock('Example', jsonHtml(site.document.errorExamples['validation_failed']))}
      <dl class="codes-list">
        ${codes.map(
          ([code, { status, type, description }]) =>
            html`<div id="${code}">
              <dt>
                <a href="${errorHref(code)}"><code>${code}</code></a>
                <span class="status" data-status="${String(status).slice(0, 1)}">${status}</span>
                <span class="note">${type}</span>
              </dt>
              <dd>
                <p>${renderInline(description)}</p>
                <p class="by">${everywhere(code) ? 'Returned by most operations.' : returnedBy(code)}</p>
              </dd>
            </div>`,
        )}
      </dl>`,
  };

  function returnedBy(code: string): Html {
    const by = site.document.operations.filter((each) => errorCodesOf(each).includes(code));
    return html`Returned by
    ${by.map((each, i) => html`${i > 0 ? ', ' : ''}<a href="${operationHref(site, each)}">${each.summary}</a>`)}`;
  }
}

const COMMON_FROM = 12;
