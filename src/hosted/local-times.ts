/**
 * The only script of the hosted pages: it shows times in the time zone of the reader. It is inlined, and the content security
 * policy allows it by its hash. Without it the times are shown in UTC.
 */
import { hash } from 'node:crypto';

export const LOCAL_TIMES = `
const style = { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
const local = new Intl.DateTimeFormat(document.documentElement.lang, style);
for (const time of document.querySelectorAll('time')) time.textContent = local.format(new Date(time.dateTime));
`.trim();

export const LOCAL_TIMES_SOURCE = `'sha256-${hash('sha256', LOCAL_TIMES, 'base64')}'`;
