/** The service cannot start with this configuration. The message says what is wrong and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
