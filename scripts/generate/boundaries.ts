/**
 * The rules of boundaries.json: checked against every import between folders, for cycles, and for rules that no import needs,
 * and drawn as the diagram of docs/architecture.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { replacePart } from './marked-part.ts';

/** Each folder with the folders that it may import; `*` stands for all of them. */
export type Boundaries = Readonly<Record<string, '*' | readonly string[]>>;

const DIAGRAM = {
  page: 'docs/architecture.md',
  begin: '<!-- boundaries: generated from boundaries.json by `npm run generate` -->',
  end: '<!-- /boundaries -->',
};

/** Imported nearly everywhere; they would only clutter the diagram. */
const OMITTED = new Set(['async', 'generated', 'system']);

/** Replaces the diagram between the two markers of a page. */
export const withDiagram = (page: string, boundaries: Boundaries): string =>
  replacePart(page, DIAGRAM, diagram(boundaries));

/** Every edge that no longer path implies, so that the diagram shows the order of the folders and stays readable. */
function diagram(boundaries: Boundaries): string {
  const imports = importsOf(boundaries);
  const lines = [...imports].flatMap(([folder, allowed]) => {
    const direct = allowed.filter((to) => !allowed.some((via) => via !== to && reaches(imports, via, to)));
    return direct.filter((to) => !OMITTED.has(to)).map((to) => `  ${folder} --> ${to}`);
  });
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

const importsOf = (boundaries: Boundaries): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(boundaries).map(([folder, allowed]) => [
      folder,
      allowed === '*' ? Object.keys(boundaries).filter((name) => name !== folder) : allowed,
    ]),
  );

function reaches(imports: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  return (imports.get(from) ?? []).some((next) => next === to || reaches(imports, next, to));
}

/** What is wrong, in sentences: unknown folders, cycles, forbidden imports, and permissions that no import uses. */
export function boundaryProblems(root: string, boundaries: Boundaries): string[] {
  const imports = importsOf(boundaries);
  const unknown = [...imports].flatMap(([folder, allowed]) =>
    allowed
      .filter((to) => !imports.has(to))
      .map((to) => `boundaries.json: ${folder} names unknown folder ${to}.`),
  );
  if (unknown.length > 0) return unknown;
  const cycle = findCycle(imports);
  if (cycle !== undefined) return [`boundaries.json allows a cycle: ${cycle.join(' → ')}.`];
  const used = usedEdges(root);
  const forbidden = [...used.values()]
    .filter(({ from, to }) => from !== to && imports.get(from)?.includes(to) !== true)
    .map(({ file, from, to }) => `${file}: ${from} must not import ${to}; see boundaries.json.`);
  const unneeded = Object.entries(boundaries).flatMap(([folder, allowed]) =>
    allowed === '*'
      ? []
      : allowed
          .filter((to) => !used.has(`${folder} ${to}`))
          .map((to) => `boundaries.json allows ${folder} to import ${to}, but nothing does; remove it.`),
  );
  return [...forbidden, ...unneeded];
}

function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of imports.get(folder) ?? []) {
      const cycle = visit(next, [...path, folder]);
      if (cycle !== undefined) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of imports.keys()) {
    const cycle = visit(folder, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

type Edge = { readonly file: string; readonly from: string; readonly to: string };

/** The first file with an import from one folder to another, by `from to`. */
function usedEdges(root: string): ReadonlyMap<string, Edge> {
  const used = new Map<string, Edge>();
  for (const file of sourceFiles(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\(|import)\s*'(\.[^']+\.[jt]s)'/g)) {
      const from = folderOf(file);
      const to = folderOf(normalize(join(dirname(file), specifier)));
      const key = `${from} ${to}`;
      if (!used.has(key)) used.set(key, { file, from, to });
    }
  }
  return used;
}

const sourceFiles = (root: string): string[] =>
  ['src', 'projections'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !(top === 'src' && file === 'main.ts'))
      .map((file) => `${top}/${file}`),
  );

const folderOf = (file: string): string => {
  const [top = '', second = ''] = file.split('/');
  return top === 'src' ? second : top;
};
