/** The actor of an event. Operators and API keys are shown by name. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { nameOfOperator } from '../../platform/operators.ts';
import type { PageContext } from '../page-context.ts';
import { toWords } from './text.ts';

export function actorHtml({ services }: PageContext, actor: string): Html {
  const [kind = '', id = ''] = actor.split(/:(.*)/s);
  const platform = services.platform();
  const operator = nameOfOperator(platform, id);
  if (kind === 'operator' && operator !== undefined) return html`${operator} <small>operator</small>`;
  if (kind === 'key')
    return html`<a href="/console/keys/${id}">${platform.keys.get(id)?.name ?? id}</a>
      <small>API key</small>`;
  if (kind === 'hosted') return html`${toWords(id)} <small>hosted page</small>`;
  if (kind === 'system') return html`${toWords(id)} <small>service</small>`;
  return html`<code>${actor}</code>`;
}
