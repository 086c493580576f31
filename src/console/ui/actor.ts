/** The actor of an event. Operators are shown by name. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { nameOfOperator } from '../../platform/operators.ts';
import type { PageContext } from '../page-context.ts';

export function actorHtml({ services }: PageContext, actor: string): Html {
  const name = nameOfOperator(services.platform(), actor.replace('operator:', ''));
  return name === undefined ? html`<code>${actor}</code>` : html`${name} <small>operator</small>`;
}
