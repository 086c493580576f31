/**
 * Loaded before every test: runs TypeScript sources. Only the main thread needs that, because threads run compiled code, and
 * loading tsx in each takes as long as starting it.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) await import('tsx');
