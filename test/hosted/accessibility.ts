/** What every page must have so that everybody can use it, measured in the browser that shows it. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';

type Found = {
  readonly lang: string;
  readonly title: string;
  readonly headings: number;
  readonly mains: number;
  /** Elements that lack what they need, as HTML. */
  readonly unlabelled: readonly string[];
  readonly dangling: readonly string[];
  readonly small: readonly string[];
  readonly faint: readonly string[];
  /** How many elements with text were looked at. */
  readonly checked: number;
  readonly overflow: number;
};

export async function expectAccessible(page: Page, lang = 'en'): Promise<void> {
  const found = await page.evaluate<Found>(INSPECT);
  const where = page.url().replace(/[\w-]{43}/, '…');
  expect(found.lang, where).to.equal(lang);
  expect(found.title, where).to.match(/\p{L}/u);
  expect([found.headings, found.mains], where).to.deep.equal([1, 1]);
  expect(found.checked, where).to.be.at.least(4);
  expect(found.unlabelled, `${where}: labels`).to.deep.equal([]);
  expect(found.dangling, `${where}: references`).to.deep.equal([]);
  expect(found.small, `${where}: size of what can be clicked`).to.deep.equal([]);
  expect(found.faint, `${where}: contrast`).to.deep.equal([]);
  expect(found.overflow, `${where}: sideways scrolling`).to.equal(0);
}

/**
 * Runs in the page, and is written in the page's language: the types of this project know no browser, and what a
 * compiler adds to a function would not be there.
 */
const INSPECT = String.raw`(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (element) => element.getClientRects().length > 0;
  const say = (element) => element.outerHTML.slice(0, 120);

  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], a };
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.a === 1) return color;
    }
    return parse('rgb(255, 255, 255)');
  };
  const luminance = ({ rgb }) => {
    const [r, g, b] = rgb
      .map((value) => value / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  const exists = (id) => document.getElementById(id) !== null;
  const references = (element, name) => (element.getAttribute(name) ?? '').split(' ').filter((id) => id !== '');

  const inputs = all('input:not([type="hidden"]), select, textarea');
  const texts = all('body *').filter(
    (element) => shown(element) && hasText(element) && element.tagName !== 'OPTION',
  );
  const edged = all('input[type="text"], select, .choice label, .button.quiet').filter(shown);
  return {
    lang: document.documentElement.lang,
    title: document.title,
    headings: all('h1').length,
    mains: all('main').length,
    unlabelled: [
      ...inputs.filter(({ labels }) => labels.length === 0 || labels[0].textContent.trim() === ''),
      ...all('fieldset').filter((set) => set.firstElementChild.tagName !== 'LEGEND'),
      ...all('svg').filter((svg) => svg.getAttribute('aria-hidden') !== 'true'),
    ].map(say),
    dangling: [
      ...all('[aria-describedby], [aria-labelledby]').filter(
        (element) =>
          ![...references(element, 'aria-describedby'), ...references(element, 'aria-labelledby')].every(exists),
      ),
      ...all('a[href^="#"]').filter((link) => !exists(link.hash.slice(1))),
      ...inputs.filter(({ id }) => all('[id="' + id + '"]').length !== 1),
    ].map(say),
    small: all('button, select, input[type="text"], .choice label')
      .filter((element) => shown(element) && element.getBoundingClientRect().height < 44)
      .map(say),
    faint: [
      ...texts.filter((element) => contrast(parse(getComputedStyle(element).color), behind(element)) < 4.5),
      ...edged.filter(
        (element) =>
          contrast(parse(getComputedStyle(element).borderTopColor), behind(element.parentElement)) < 3,
      ),
    ].map(say),
    checked: texts.length,
    overflow: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
})()`;
