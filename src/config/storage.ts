/** Where a configuration stores its data. */
import type { Config } from './config.ts';

/** The SQLite file in the data directory. */
export const DATABASE_FILE_NAME = 'ledger.sqlite';

/** Whether any data is in the data directory. */
export const usesDataDir = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined || mongoUrl === undefined;

/** Whether events and documents are both in the SQLite file. */
export const isEmbedded = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined && mongoUrl === undefined;
