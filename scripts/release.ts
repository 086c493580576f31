/**
 * The part of a release that npm does not do. `npm run release -- 0.2.0` checks and tests the project, raises the version, runs this
 * script, commits, tags, and builds the artifacts (see "scripts" in package.json). This script dates the changelog's unreleased section,
 * locks the schemas of new events, and regenerates the files that contain the version.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const UNRELEASED = '## [Unreleased]\n';
const version = process.env['npm_package_version'];
if (version === undefined) throw new Error('Run this script with: npm run release -- <version>');

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const [before, entries = ''] = changelog.split(UNRELEASED);
if (entries.trim() === '' || entries.trimStart().startsWith('## ['))
  throw new Error('CHANGELOG.md has no unreleased entries. Describe the release there first.');
const today = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', `${before ?? ''}${UNRELEASED}\n## [${version}] - ${today}\n${entries}`);

for (const script of ['release-events', 'generate'])
  execFileSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
execFileSync('git', ['add', '--all'], { stdio: 'inherit' });
