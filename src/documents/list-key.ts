/**
 * A number that stands for a term within a scope: a 53-bit hash (cyrb53, which is public domain). Two terms may share
 * one, so that what is found by it has to be checked against the term itself.
 */
export function listKey(scope: string, term: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const mix = (code: number): void => {
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  };
  for (let index = 0; index < scope.length; index += 1) mix(scope.charCodeAt(index));
  mix(0x1_0000);
  for (let index = 0; index < term.length; index += 1) mix(term.charCodeAt(index));
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (0x1f_ffff & low) + (high >>> 0);
}
