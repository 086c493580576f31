import { expect } from 'chai';
import { createApprovalLinks } from '../../src/rails/approval-links.ts';

const ID = `trf_${'0'.repeat(26)}`;
const OTHER = `trf_${'1'.repeat(26)}`;
const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

describe('An approval link', () => {
  const links = createApprovalLinks(key(1), 'https://pay.example/');

  it('contains the transfer ID and ends in a 256-bit token', () => {
    expect(links.urlFor(ID)).to.match(/^https:\/\/pay\.example\/pay\/trf_0{26}\/[A-Za-z0-9_-]{43}$/);
  });

  it('is the same on every node and after a restart', () => {
    expect(createApprovalLinks(key(1), () => 'https://pay.example').urlFor(ID)).to.equal(links.urlFor(ID));
  });

  it('verifies for its own transfer only', () => {
    const token = tokenOf(links.urlFor(ID));
    expect(links.verify(ID, token)).to.equal(true);
    expect(links.verify(OTHER, token)).to.equal(false);
  });

  it('does not verify with another master key or a guessed token', () => {
    const forged = tokenOf(createApprovalLinks(key(2), 'https://pay.example').urlFor(ID));
    const token = tokenOf(links.urlFor(ID));
    for (const bad of [forged, '', token.slice(0, -1), `${token}A`, token.toLowerCase(), 'ä'.repeat(43)]) {
      expect(links.verify(ID, bad), bad).to.equal(false);
    }
  });
});
