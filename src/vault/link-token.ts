/** Secret tokens of hosted links. Only the link contains the token; the service stores its hash. */
import { hash } from 'node:crypto';
import { randomBytes } from '../system/runtime.ts';

const TOKEN_BYTES = 32;

/** 256 random bits as 43 characters of base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** SHA-256 in lowercase hex. A random token needs no slow hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
