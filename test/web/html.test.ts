import { expect } from 'chai';
import fc from 'fast-check';
import { escapeHtml, html } from '../../src/web/html.ts';

describe('The HTML template tag', () => {
  it('escapes text, keeps HTML, joins lists, and omits undefined and false', () => {
    const item = (name: string) => html`<li>${name}</li>`;
    const list = html`<ul title="${'"a" & \'b\''}">
      ${['<1>', '2'].map(item)}${undefined}${false}${3}
    </ul>`;
    expect(list.html.replace(/\s*\n\s*/g, '')).to.equal(
      '<ul title="&quot;a&quot; &amp; &#39;b&#39;"><li>&lt;1&gt;</li><li>2</li>3</ul>',
    );
  });

  it('escapes text so that it cannot leave its element or attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = escapeHtml(text);
        expect(safe).to.not.match(/[<>"']/);
        expect(safe.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).to.not.contain('&');
      }),
    );
  });
});
