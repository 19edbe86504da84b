import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOff } from '../helpers/cut-off.ts';
import { picturesIn } from '../helpers/pictures.ts';
import { buildWithPseudoLanguage, OPEN } from '../helpers/pseudo-language.ts';
import { text } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const picture = picturesIn('pseudo');
/** Each language is named in that language, whatever language the page has. */
const LANGUAGES = JSON.stringify(['English', 'Deutsch']);
/** Visible labels that aren't from the language's texts, except for the names of languages. */
const UNMARKED = `[...document.querySelectorAll('h1, h2, h3, label, th, legend, summary, nav button')]
  .filter((element) => element.checkVisibility())
  .map((element) => element.textContent.trim())
  .filter((label) => /\\p{L}{4}/u.test(label) && !${LANGUAGES}.includes(label) && !label.includes('${OPEN}'))`;

let folder: string;
let trader: Trader;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'condor-pseudo-'));
  await buildWithPseudoLanguage(folder);
  trader = await startTrader({
    isAllowed: true,
    browser: async () => ({ extensionPath: folder }),
  });
  page = trader.page;
  await page.setViewportSize({ width: 360, height: 600 });
  await page.getByRole('button', { name: text('home.settings'), exact: true }).click();
  await page.getByRole('button', { name: text('settings.language') }).click();
  await page.getByLabel('Deutsch').click();
  await page.locator('html[dir=rtl]').waitFor();
  await page.locator('main header button').first().click();
});
afterAll(async () => {
  await trader?.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Checks a screen in a right-to-left language with long texts: no cut-off text, no word from code.
 */
async function look(name: string): Promise<readonly string[]> {
  const unmarked: readonly string[] = await page.evaluate(UNMARKED);
  await picture(page, name);
  return [...(await cutOff(page)), ...unmarked].map((found) => `${name}: ${found}`);
}

describe('the wallet in a language that is longer and runs from right to left', () => {
  it('doesn’t cut off anything in the settings', async () => {
    const found: string[] = [...(await look('settings'))];
    const pages = await page.locator('main li button').count();
    for (let at = 0; at < pages; at++) {
      await page.locator('main li button').nth(at).click();
      await page
        .locator('main li button')
        .nth(pages - 1)
        .waitFor({ state: 'detached' });
      found.push(...(await look(`settings-${at}`)));
      await page.locator('main header button').first().click();
      await page
        .locator('main li button')
        .nth(pages - 1)
        .waitFor();
    }
    expect(found).toEqual([]);
  });

  it('doesn’t cut off anything on the main pages', async () => {
    const found: string[] = [];
    for (const [at, name] of ['home', 'orders', 'positions', 'market'].entries()) {
      await page.getByRole('navigation').getByRole('button').nth(at).click();
      if (name === 'orders') await page.locator('[data-row]').first().waitFor();
      found.push(...(await look(name)));
    }
    expect(found).toEqual([]);
  });
});
