/** Reads /readyz. */
import type { Answer } from './client.ts';

/** `health` is the parsed body: `{ready, parts}`. */
export async function readiness(url: string): Promise<{ status: number; health: Answer['body'] }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, health: await response.json() };
}
