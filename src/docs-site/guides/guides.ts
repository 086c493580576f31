/** The guides: the Markdown files in docs/, with their links to each other and to files of the project. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { PROJECT_ROOT } from '../../system/project-root.ts';
import { linksIn, renderPage } from './markdown.ts';
import type { Rendered } from './markdown.ts';

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
  'schemas/openapi-operator.json': '/docs/openapi-operator.json',
  [`${FOLDER}/${INDEX}`]: '/docs',
};

export function readGuides(root: URL = PROJECT_ROOT): Guides {
  const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
  const index = existsSync(new URL(`${FOLDER}/${INDEX}`, root)) ? read(`${FOLDER}/${INDEX}`) : '';
  const named = linksIn(index).map(nameFor);
  const rank = (name: string): number => (named.includes(name) ? named.indexOf(name) : named.length);
  const all = readdirSync(new URL(FOLDER, root))
    .filter((file) => file.endsWith('.md') && file !== INDEX)
    .map((file): Guide => {
      const text = read(`${FOLDER}/${file}`);
      return { name: file.slice(0, -3), title: titleOf(text), text };
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
    linkedFile: (path) => (files.has(path) && PAGES[path] === undefined ? read(path) : undefined),
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

const nameFor = (href: string): string =>
  (href.split('#')[0] ?? '').replace(/^\.\//, '').replace(/\.md$/, '');

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
