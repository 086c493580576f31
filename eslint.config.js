import { readFileSync } from 'node:fs';
import eslint from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/** Which folder may import which: the same rules that docs/architecture.md shows as a diagram. */
const folders = JSON.parse(readFileSync(new URL('boundaries.json', import.meta.url), 'utf8'));
const elements = Object.keys(folders).map((folder) => ({
  type: folder,
  pattern: folder === 'projections' ? folder : `src/${folder}`,
}));
const policies = Object.entries(folders).map(([folder, imports]) => ({
  from: { element: { type: folder } },
  allow: { to: { element: { type: imports === '*' ? Object.keys(folders) : [folder, ...imports] } } },
}));

/** Restricts what some files import beyond the rule of their folder. */
const importsOnly = (files, regex, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

const NO_ABORT_SIGNAL_ANY = {
  object: 'AbortSignal',
  property: 'any',
  message: 'On Node 20, what it makes stays with a signal that lives long; use pause() or listeners.',
};

const RUNTIME = 'Use src/system/runtime.ts.';
const TIMERS = [
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'queueMicrotask',
];

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'coverage',
      'data',
      'dist',
      '.compiled',
      'src/generated',
      'packages/*/src/generated',
      'packages/*/dist',
      'packages/*/build.mjs',
      'src/*/assets',
      'eslint.config.js',
      'scripts/*.mjs',
      'test/simulator/planted/hook.mjs',
      'test/support/typescript.mjs',
      'ops/mongodb',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      eqeqeq: 'error',
      'no-restricted-properties': ['error', NO_ABORT_SIGNAL_ANY],
    },
  },
  {
    files: ['src/**/*.ts', 'projections/**/*.ts'],
    // The entry point belongs to no folder; every other file must.
    ignores: ['src/main.ts'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'import/resolver': { node: { extensions: ['.ts', '.js'] } },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message: '{{from.element.type}} must not import {{to.element.type}}; see boundaries.json.',
          policies,
        },
      ],
      'boundaries/no-unknown-files': 'error',
    },
  },
  {
    // Tests decide the time and the randomness of everything that asks src/system/runtime.ts for them.
    files: ['src/**/*.ts', 'projections/**/*.ts'],
    ignores: ['src/system/runtime.ts'],
    rules: {
      'no-restricted-globals': ['error', ...TIMERS.map((name) => ({ name, message: RUNTIME }))],
      'no-restricted-properties': [
        'error',
        NO_ABORT_SIGNAL_ANY,
        { object: 'Date', property: 'now', message: RUNTIME },
        { object: 'Math', property: 'random', message: RUNTIME },
        { object: 'process', property: 'nextTick', message: RUNTIME },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: RUNTIME },
        {
          selector: 'ImportDeclaration[source.value="node:crypto"] > [imported.name=/^random/]',
          message: RUNTIME,
        },
        { selector: 'ImportDeclaration[source.value=/^node:timers/]', message: RUNTIME },
        { selector: 'MemberExpression[object.name="nacl"][property.name="randomBytes"]', message: RUNTIME },
      ],
    },
  },
  importsOnly(
    ['src/ledger/**', 'projections/**'],
    String.raw`^(?!\.)`,
    'The rules of money and of read models are pure: no I/O, no clock, no randomness, no packages.',
  ),
  importsOnly(
    ['packages/client/src/**'],
    String.raw`^(?!\./|\.\./(?:generated/)?[a-z-]+\.ts$)`,
    'The client runs on any platform: no modules of Node.js, no packages, nothing outside its folder.',
  ),
  importsOnly(
    ['src/*/port.ts'],
    String.raw`/(memory|sqlite|mongodb|eventstoredb)`,
    'A port never knows its adapters.',
  ),
  {
    // Runs in browsers, as it is.
    files: ['src/console/assets/*.js'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      sourceType: 'script',
      parserOptions: { projectService: false },
      globals: Object.fromEntries(
        [
          'document',
          'navigator',
          'matchMedia',
          'getComputedStyle',
          'addEventListener',
          'fetch',
          'uPlot',
          'Intl',
        ]
          .concat(['setTimeout', 'clearTimeout', 'setInterval', 'location', 'DOMParser'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Tests look into answers whose shapes the OpenAPI document has been checked against.
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
