/** A real browser without a window, for the pages that people see. */
import { chromiumPath, startChromium } from '../../scripts/screenshots/chromium.ts';
import { skip } from './skip.ts';

/** A suite that needs a browser, and is skipped where none is installed. */
export function describeInBrowser(title: string, suite: (this: Mocha.Suite) => void): void {
  describe(title, function () {
    if (chromiumPath !== undefined) suite.call(this);
    else
      it('works', function () {
        skip(this, 'needs Chromium: install it or set CHROMIUM_PATH');
      });
  });
}

export const startBrowser = startChromium;
