/** Where a configuration stores its data. */
import type { Config } from './config.ts';

/** The SQLite file in the data directory. */
export const DATABASE_FILE_NAME = 'ledger.sqlite';

/** Whether any data is in the data directory. */
export const usesDataDir = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined || mongoUrl === undefined;

/** Whether other services may use the same events. The file belongs to one service. */
export const hasOtherNodes = ({ eventStoreUrl }: Config): boolean => eventStoreUrl !== undefined;

/** Whether events and documents are both in the SQLite file. */
export const isEmbedded = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined && mongoUrl === undefined;
