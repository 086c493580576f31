/** The OpenAPI documents follow the recommended rules of a maintained linter, except those that redocly.yaml explains. */
import { lint, loadConfig } from '@redocly/openapi-core';
import { expect } from 'chai';

describe('The OpenAPI documents', () => {
  for (const api of ['api', 'operator', 'clients'])
    it(`pass the linter without a warning: ${api}`, async () => {
      const config = await loadConfig({ configPath: 'redocly.yaml' });
      const { root } = config.resolvedConfig.apis?.[api] ?? {};
      const problems = await lint({ ref: root ?? '', config: config.forAlias(api) });
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
    });
});
