/**
 * Loaded before tsx, with the edits of a planted bug as JSON in the variable SIMULATE_EDITS: applies them to source files before
 * tsx compiles them. It is JavaScript, because what compiles TypeScript is loaded after it.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const edits = JSON.parse(process.env.SIMULATE_EDITS ?? '[]');

// Node.js runs the hook in a thread of its own, in which it loads this file once more.
if (isMainThread && edits.length > 0) register(import.meta.url);

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const concerned = edits.filter(({ file }) => url.endsWith(`/${file}`));
  if (concerned.length === 0) return loaded;
  return { ...loaded, source: concerned.reduce(apply, String(loaded.source)) };
}

/** Like `applyEdit` in planted-bug.ts. */
function apply(text, { file, find, replace }) {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} does not contain exactly once: ${find}`);
  return parts.join(replace);
}
