import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const Findings = Type.Array(Type.String());

/** Reports a document that scrolls: a second scrollbar would move the window's buttons away. */
const SCROLLING = `(() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  return scrollHeight > innerHeight || scrollWidth > innerWidth
    ? ['the document scrolls: ' + scrollWidth + ' x ' + scrollHeight]
    : [];
})()`;

/**
 * Returns axe's findings on a page, in the light and in the dark scheme, with rule, scheme and
 * element. Targets of at least 24 pixels are required (WCAG 2.5.8), and the document must not scroll.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const script = await readFile(SCRIPT, 'utf8');
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
    );
    // Evaluated through the debugger, because the pages' own policy doesn't restrict it.
    await page.evaluate(`if (globalThis.axe === undefined) { ${script} }`);
    const answer = await page.evaluate(`
      axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))
    `);
    const findings = parseAs(Findings, [
      ...Object(answer),
      ...Object(await page.evaluate(SCROLLING)),
    ]);
    if (findings === undefined) throw new Error('axe gave no list');
    found.push(...findings.map((text) => `${colorScheme} ${text}`));
  }
  return found;
}
