import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { browserArgs, ensureBrowser, headlessArgs } from '../helpers/browser.ts';

/** Maximum milliseconds for an entry to show its first text, on a busy machine. */
const CONTENT_MS = 60_000;
const FOLDER = fileURLToPath(new URL('../../.output/gallery/', import.meta.url));

/**
 * Opens each entry of a served gallery once, in one theme. Returns the entries that are empty or
 * report an error.
 */
export async function eachEntry(
  url: string,
  visit: (page: Page, name: string) => Promise<void>,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<readonly string[]> {
  const problems: string[] = [];
  let shown = 'list';
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [...browserArgs, ...headlessArgs],
  });
  try {
    const page = await browser.newPage({ colorScheme });
    page.on('pageerror', (error) => problems.push(`${shown}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${shown}: ${message.text()}`);
    });
    await page.goto(url);
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const entries = await links.evaluateAll((found) =>
      found.map(({ dataset, textContent }) => ({
        name: textContent,
        width: Number(dataset.width),
        height: Number(dataset.height),
      })),
    );
    for (const { name, width, height } of entries) {
      shown = name;
      await page.setViewportSize({ width, height });
      await page.goto(`${url}?language=en#${name}`);
      await page.locator(`html[data-shown="${name}"]`).waitFor({ state: 'attached' });
      const content = page.locator('#root').getByText(/\S/).or(page.getByRole('status'));
      // Parts of a screen may be loaded later, from separate files.
      const isShown = content.first().waitFor({ state: 'attached', timeout: CONTENT_MS });
      await isShown.catch(() => problems.push(`${name}: it is empty`));
      await visit(page, name);
    }
    return problems;
  } finally {
    await browser.close();
  }
}

/** Saves a picture of each entry in both themes. Returns the pictures' folder. */
export async function takePictures(url: string): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true });
  for (const theme of ['light', 'dark'] as const) {
    await mkdir(`${FOLDER}${theme}`, { recursive: true });
    const problems = await eachEntry(
      url,
      async (page, name) => {
        await page.screenshot({ path: `${FOLDER}${theme}/${name}.png`, animations: 'disabled' });
      },
      theme,
    );
    for (const problem of problems) console.error(problem);
  }
  return FOLDER;
}
