import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { PROJECT_ROOT } from '../system/project-root.ts';
import { html, type Html } from '../web/html.ts';

// Renders Markdown: the guides and the descriptions in the OpenAPI documents. HTML in it is escaped.

type Heading = { readonly level: number; readonly id: string; readonly text: string };

type Rendered = {
  readonly html: Html;
  readonly title: string;
  /** The headings under the title. */
  readonly headings: readonly Heading[];
};

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

markdown.renderer.rules.code_inline = (tokens, index) => inlineCode(tokens[index]?.content ?? '').html;

/** Fits in a line of a narrow screen. */
const LINE_LENGTH = 30;

/** Code within a line. It breaks only if it does not fit, and then between words and parts of a path. */
export function inlineCode(text: string): Html {
  if (text.length <= LINE_LENGTH) return html`<code>${text}</code>`;
  const parts = text.split(/(?<=[\s/?&,=:;|])/).filter((part) => part !== '');
  return html`<code class="long"
    >${parts.map((part) =>
      part.length > LINE_LENGTH ? html`${part}<wbr />` : html`<span class="word">${part}</span><wbr />`,
    )}</code
  >`;
}

/** The anchor of a heading, as on GitHub. */
export const headingId = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

type Section = {
  /** 1 for the text before the first other heading. */
  readonly level: number;
  readonly id: string;
  readonly title: string;
  /** Without markup, in one line. */
  readonly text: string;
};

/** The sections of a page, each up to the next heading of any level. Their IDs are the anchors of the rendered page. */
export function sectionsOf(text: string): readonly Section[] {
  const sections: { level: number; id: string; title: string; parts: string[] }[] = [];
  const nextId = createHeadingIds();
  const tokens = markdown.parse(text, {});
  tokens.forEach((token, i) => {
    const content = plain(token.children ?? []);
    if (tokens[i - 1]?.type === 'heading_open') {
      const level = Number(tokens[i - 1]?.tag.slice(1));
      sections.push({ level, id: nextId(content), title: content, parts: [] });
    } else if (token.type === 'inline') sections.at(-1)?.parts.push(content);
    else if (token.type === 'fence') sections.at(-1)?.parts.push(token.content);
  });
  return sections.map(({ parts, ...section }) => ({
    ...section,
    text: parts.join(' ').replace(/\s+/g, ' ').trim(),
  }));
}

/** Returns the anchor for each heading of a page in turn. Equal headings are numbered. */
function createHeadingIds(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const base = headingId(heading);
    const count = used.get(base) ?? 0;
    used.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  };
}

/** A whole page. `link` resolves its links; a link that resolves to undefined becomes plain text. */
export function renderPage(text: string, link: (href: string) => string | undefined): Rendered {
  const tokens = markdown.parse(text, {});
  const headings: Heading[] = [];
  const nextId = createHeadingIds();
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const content = plain(tokens[i + 1]?.children ?? []);
      const id = nextId(content);
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), id, text: content });
    }
    if (token.type === 'inline') relink(token.children ?? [], link);
    alignByClass(token);
  });
  const body = wrapTables(markdown.renderer.render(tokens, markdown.options, {}));
  const title = headings.find(({ level }) => level === 1)?.text ?? '';
  return { html: { html: body }, title, headings: headings.filter(({ level }) => level > 1) };
}

type Tokens = ReturnType<MarkdownIt['parse']>;

/** The content security policy forbids style attributes, which markdown-it uses for aligned cells. */
function alignByClass(token: Tokens[number]): void {
  const style = token.attrGet('style');
  if (style === null) return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  if (style === 'text-align:right') token.attrSet('class', 'right');
}

const plain = (children: Tokens): string =>
  children.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

function relink(children: Tokens, link: (href: string) => string | undefined): void {
  let dropping = false;
  for (const token of children) {
    if (token.type === 'link_open') {
      const href = link(token.attrGet('href') ?? '');
      dropping = href === undefined;
      if (href !== undefined) token.attrSet('href', href);
    }
    if (!dropping || (token.type !== 'link_open' && token.type !== 'link_close')) continue;
    if (token.type === 'link_close') dropping = false;
    token.type = 'text';
    token.tag = '';
    token.content = '';
  }
}

/** Makes wide tables scroll on their own, with the keyboard too. */
const wrapTables = (text: string): string =>
  text
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');

/** Renders paragraphs. */
export const renderText = (text: string): Html => ({ html: wrapTables(markdown.render(text)) });

/** Renders text within a line. */
export const renderInline = (text: string): Html => ({ html: markdown.renderInline(text) });

/** Every link in a text. */
export function linksIn(text: string): string[] {
  const found: string[] = [];
  for (const { children } of markdown.parse(text, {}))
    for (const token of children ?? [])
      if (token.type === 'link_open') found.push(token.attrGet('href') ?? '');
  return found;
}

// The guides: the Markdown files in docs/, with their links to each other and to files of the project.

export type Guide = {
  /** `operations` for docs/operations.md; also the last part of its path. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
};

export type GuideGroup = {
  readonly title: string;
  readonly entries: readonly { readonly guide: Guide; readonly text: string }[];
};

export type Guides = {
  /** In the order of the index; guides that the index does not name come last. */
  readonly all: readonly Guide[];
  /** The sections of the index, with what it says about each guide. */
  readonly groups: readonly GuideGroup[];
  render(guide: Guide): Rendered;
  /** Its text, with links to other guides, as Markdown, and to files on this site. */
  markdown(guide: Guide): string;
  /** The text of a project file that a guide links to; undefined for every other file. */
  linkedFile(path: string): string | undefined;
};

const FOLDER = 'docs';
const INDEX = 'README.md';

/** Files that have a page of their own. */
const PAGES: Readonly<Record<string, string>> = {
  'schemas/openapi.json': '/docs/openapi.json',
  'schemas/openapi-clients.json': '/openapi/clients.json',
  'schemas/openapi-operator.json': '/docs/openapi-operator.json',
  [`${FOLDER}/${INDEX}`]: '/docs',
  'packages/client/README.md': '/docs/guides/client',
};

/** Guides that are in the folder of what they describe, by name. */
const ELSEWHERE = new Map([['client', 'packages/client/README.md']]);

export function readGuides(root: URL = PROJECT_ROOT): Guides {
  const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
  const index = existsSync(new URL(`${FOLDER}/${INDEX}`, root)) ? read(`${FOLDER}/${INDEX}`) : '';
  const named = linksIn(index).map(nameFor);
  const rank = (name: string): number => (named.includes(name) ? named.indexOf(name) : named.length);
  const inFolder = readdirSync(new URL(FOLDER, root))
    .filter((file) => file.endsWith('.md') && file !== INDEX)
    .map((file): [string, string] => [file.slice(0, -3), `${FOLDER}/${file}`]);
  const all = [...inFolder, ...[...ELSEWHERE].filter(([, path]) => isFile(root, path))]
    .map(([name, path]): Guide => {
      const text = read(path);
      return { name, title: titleOf(text), text };
    })
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
  const names = new Set(all.map(({ name }) => name));
  const files = new Set(
    all
      .flatMap(({ text }) => linksIn(text).map(projectPath))
      .filter((path) => path !== undefined && isFile(root, path)),
  );

  /** The path on this site that a link in a guide points to. */
  function link(href: string): string | undefined {
    if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
    const path = projectPath(href);
    const anchor = href.includes('#') ? href.slice(href.indexOf('#')) : '';
    if (path === undefined) return undefined;
    const page = PAGES[path];
    if (page !== undefined) return page + anchor;
    const name = nameFor(href);
    if (path === `${FOLDER}/${name}.md` && names.has(name)) return `/docs/guides/${name}${anchor}`;
    return files.has(path) ? `/docs/files/${path}` : undefined;
  }

  return {
    all,
    groups: groupsOf(index, all),
    markdown: ({ text }) =>
      text.replace(/\]\(([^)\s]+)\)/g, (_, href: string) => {
        const target = link(href) ?? href;
        return `](${target.replace(/^(\/docs\/guides\/[\w-]+)/, '$1.md')})`;
      }),
    render: ({ text }) => renderPage(text, link),
    // The text of a guide that is elsewhere stays where it was before it had a page.
    linkedFile: (path) =>
      files.has(path) && (PAGES[path] === undefined || [...ELSEWHERE.values()].includes(path))
        ? read(path)
        : undefined,
  };
}

/** Reads lines such as `- [Title](file.md): text` under each heading of the index. */
const groupsOf = (index: string, all: readonly Guide[]): GuideGroup[] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      entries: [...section.matchAll(/^- \[[^\]]+\]\(([^)]+)\): (.+)$/gm)].flatMap(
        ([, href = '', text = '']) => {
          const guide = all.find(({ name }) => name === nameFor(href));
          return guide === undefined ? [] : [{ guide, text }];
        },
      ),
    }));

function nameFor(href: string): string {
  const path = projectPath(href);
  const elsewhere = [...ELSEWHERE].find(([, file]) => file === path)?.[0];
  return elsewhere ?? (href.split('#')[0] ?? '').replace(/^\.\//, '').replace(/\.md$/, '');
}

/** Resolves a link relative to the folder of the guides; undefined for a path outside the project. */
function projectPath(href: string): string | undefined {
  const [path = ''] = href.split('#');
  if (path === '' || /^[a-z]+:/.test(path)) return undefined;
  const normal = posix.normalize(posix.join(FOLDER, path));
  return normal.startsWith('..') || normal.startsWith('/') ? undefined : normal;
}

const isFile = (root: URL, path: string): boolean =>
  statSync(new URL(path, root), { throwIfNoEntry: false })?.isFile() === true;

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';
