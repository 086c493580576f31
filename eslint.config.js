import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Imports point one way: the ledger knows nobody, ports never know their adapters. */
const only = (files, forbidden, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: forbidden, message }] }] },
});

export default tseslint.config(
  { ignores: ['node_modules', 'coverage', 'data', 'src/generated'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
    },
  },
  only(
    ['src/ledger/**'],
    ['node:*', '../!(generated)/**', '[a-z@]*'],
    'The ledger is pure: no I/O, no clock, no randomness, no packages.',
  ),
  only(['projections/**'], ['node:*', '**/http/**', '**/keeper/**'], 'Projections are pure.'),
  only(['**/port.ts'], ['./*-store.ts', './sqlite*', './memory*', './mongodb*', './eventstoredb*'], 'A port never knows its adapters.'),
  only(['src/keeper/**'], ['../http/**', '../rails/**'], 'Imports point one way: ledger ← keeper ← http.'),
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
