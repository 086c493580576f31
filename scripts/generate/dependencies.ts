/** The table of packages that the service runs with (docs/dependencies.md), from the lock file and what people decided about each. */
import decided from './dependencies.json' with { type: 'json' };
import { replacePart } from './marked-part.ts';

type Decided = {
  readonly purpose: string;
  readonly maintainer: string;
  /** Year and month of the newest release when the package was last reviewed. */
  readonly lastRelease: string;
  /** What else was considered, and why not. */
  readonly instead: string;
};

type Locked = { readonly version: string; readonly license?: string; readonly hasInstallScript?: boolean };

export type LockFile = { readonly packages: Readonly<Record<string, Locked>> };

const TABLE = {
  page: 'docs/dependencies.md',
  begin: '<!-- dependencies: generated from the lock file by `npm run generate` -->',
  end: '<!-- /dependencies -->',
};

const ROW_HEADS = [
  'Package',
  'Version',
  'License',
  'Install script',
  'What for',
  'Maintained by',
  'Last release',
  'Instead of',
];

/** Replaces the table between the two markers of the page. Throws if a package lacks its reasons, or reasons lack their package. */
export function withDependencies(page: string, names: readonly string[], lock: LockFile): string {
  const reasons: Readonly<Record<string, Decided>> = decided;
  const unexplained = names.filter((name) => reasons[name] === undefined);
  const unused = Object.keys(reasons).filter((name) => !names.includes(name));
  if (unexplained.length + unused.length > 0)
    throw new Error(
      `scripts/generate/dependencies.json must explain the dependencies: missing ${unexplained.join(', ') || 'none'}, unused ${unused.join(', ') || 'none'}.`,
    );
  const rows = names.map((name) => {
    const locked = lock.packages[`node_modules/${name}`];
    const { purpose = '', maintainer = '', lastRelease = '', instead = '' } = reasons[name] ?? {};
    const script = locked?.hasInstallScript === true ? 'yes' : 'no';
    return [
      `\`${name}\``,
      locked?.version ?? '',
      locked?.license ?? '',
      script,
      purpose,
      maintainer,
      lastRelease,
      instead,
    ];
  });
  const lines = [ROW_HEADS, ROW_HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return replacePart(page, TABLE, `<!-- prettier-ignore -->\n${lines.join('\n')}`);
}
