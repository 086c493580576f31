/** Headers that pages go out with, beside a policy of their own for what they may load. */

/** Of every page: no other site frames it, reads it or opens it as its own, and it asks for nothing of the device. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
} as const;

/** Of pages that are for one person only: nothing keeps them, and nothing lists them. */
export const PRIVATE_PAGE_HEADERS = {
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;
