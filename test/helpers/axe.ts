import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { parseAs } from '../../shared/parse.ts';
import { layoutFindings } from './layout.ts';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const Findings = Type.Array(Type.String());

/**
 * Rules that axe checks only on request: targets of at least 24 pixels (WCAG 2.5.8), and names that
 * contain the visible label (WCAG 2.5.3).
 */
const ALSO = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };

/**
 * Returns a page's problems in light and dark mode: axe's findings with rule, scheme and element,
 * and layout problems.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const script = await readFile(SCRIPT, 'utf8');
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
    );
    // Evaluates the script through the debugger, because the page's content security policy doesn't
    // apply there.
    await page.evaluate(`if (globalThis.axe === undefined) { ${script} }`);
    const answer = await page.evaluate(`
      axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(ALSO)} }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))
    `);
    const findings = parseAs(Findings, answer);
    if (findings === undefined) throw new Error('axe gave no list');
    found.push(
      ...[...findings, ...(await layoutFindings(page))].map((text) => `${colorScheme} ${text}`),
    );
  }
  return found;
}
