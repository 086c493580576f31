/** The OpenAPI documents follow the recommended rules of a maintained linter. */
import { createConfig, lint } from '@redocly/openapi-core';
import { expect } from 'chai';

/** The linter would otherwise reject members that only a nested schema declares. Our schemas forbid other members themselves. */
const EXAMPLES = { severity: 'error', allowAdditionalProperties: true } as const;

describe('The OpenAPI documents', () => {
  for (const file of ['openapi.json', 'openapi-operator.json'])
    it(`pass the linter without a warning: ${file}`, async () => {
      const config = await createConfig({
        extends: ['recommended'],
        rules: { 'no-invalid-media-type-examples': EXAMPLES },
      });
      const problems = await lint({ ref: `schemas/${file}`, config });
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
    });
});
