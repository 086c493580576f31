import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Imports point one way: the ledger knows nobody, keepers know no HTTP, ports know no adapters. */
const importsOnly = (files, regex, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'coverage',
      'data',
      'dist',
      'src/generated',
      'src/*/assets',
      'eslint.config.js',
      'scripts/verify-export.mjs',
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
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'On Node 20, what it makes stays with a signal that lives long; use pause() or listeners.',
        },
      ],
    },
  },
  importsOnly(
    ['src/ledger/**'],
    String.raw`^(?!\./|\.\./(?!.*\.\./\.\./))`,
    'The ledger is pure: no I/O, no clock, no randomness, no packages.',
  ),
  importsOnly(
    ['projections/**'],
    String.raw`^(?!\./|\.\./src/(ledger|generated|read-models/projection\.ts))`,
    'Projections are pure: they know the ledger and what a projection is.',
  ),
  importsOnly(
    ['src/*/port.ts'],
    String.raw`/(memory|sqlite|mongodb|eventstoredb)`,
    'A port never knows its adapters.',
  ),
  importsOnly(
    ['src/api/**'],
    String.raw`/operator/`,
    'The operator API is built on the interface, and not the other way round.',
  ),
  importsOnly(
    ['src/writer/**'],
    String.raw`/(api|rails|sqlite|platform)/|/(memory|sqlite|mongodb|eventstoredb)`,
    'Imports point one way: ledger, then keeper, then HTTP; a keeper knows ports and no adapters.',
  ),
  importsOnly(
    ['src/jobs/**'],
    String.raw`/(api|sqlite)/|/(memory|sqlite|mongodb|eventstoredb)`,
    'Workers come back with commands, beside HTTP and not through it.',
  ),
  importsOnly(
    ['src/webhooks/**'],
    String.raw`/(api|operator|sqlite)/|/(memory|sqlite|mongodb|eventstoredb)`,
    'Deliveries come back with commands, beside HTTP and not through it.',
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
