/**
 * Operators are told apart by name: all tokens with one name belong to one operator. Case, surrounding spaces, and the way
 * that Unicode composes a letter make no difference.
 */
const comparable = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

export const isSameOperator = (a: string, b: string): boolean => comparable(a) === comparable(b);
