/** The actor of an event. Operators are shown by name. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { PageContext } from '../page-context.ts';

export function actorHtml({ services }: PageContext, actor: string): Html {
  const token = services.platform().tokens.get(actor.replace('operator:', ''));
  return token === undefined ? html`<code>${actor}</code>` : html`${token.name} <small>operator</small>`;
}
