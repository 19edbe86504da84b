import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { build, type Rollup } from 'vite';
import type { WalletBrowser } from '../helpers/wallet-browser.ts';
import { EXTENSION_PATH } from '../run/extension.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Bundles a file like the extension's build, and returns its chunks and styles. */
export async function bundled(
  file: string,
  format: 'iife' | 'es',
): Promise<Rollup.RollupOutput['output']> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: {
      write: false,
      rollupOptions: { input: join(HERE, file), output: { format, entryFileNames: 'empty.js' } },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (first === undefined || !('output' in first)) throw new Error(`${file} was not built`);
  return first.output;
}

/** Copies the built extension and adds an empty React page; returns its folder. */
export async function withEmptyPopup(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'condor-bench-'));
  await cp(EXTENSION_PATH, folder, { recursive: true });
  const styles: string[] = [];
  for (const part of await bundled('empty-popup/main.tsx', 'es')) {
    if (part.type === 'chunk') await writeFile(join(folder, part.fileName), part.code);
    else styles.push(String(part.source));
  }
  await writeFile(join(folder, 'empty.css'), styles.join('\n'));
  await writeFile(
    join(folder, 'empty.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title><script type="module" src="/empty.js"></script><link rel="stylesheet" href="/empty.css"></head><body><div id="root"></div></body></html>',
  );
  return folder;
}

/**
 * Opens an extension page in a new tab. Returns the milliseconds until the first paint, or until
 * the element exists that `markWhenSeen` looks for.
 */
export async function timeOf(
  browser: WalletBrowser,
  page: string,
  element?: string,
): Promise<number> {
  const tab = await browser.context.newPage();
  try {
    await tab.goto(`chrome-extension://${browser.extensionId}/${page}`);
    if (element !== undefined) {
      await tab.locator(element).waitFor();
      return Number(
        await tab.evaluate('performance.getEntriesByName("condor-seen")[0]?.startTime'),
      );
    }
    return Number(
      await tab.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (paint !== undefined) resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      })`),
    );
  } finally {
    await tab.close();
  }
}

export async function markWhenSeen(browser: WalletBrowser, element: string): Promise<void> {
  await browser.context.addInitScript(`
    new MutationObserver((_, observer) => {
      if (document.querySelector(${JSON.stringify(element)}) === null) return;
      performance.mark('condor-seen');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  `);
}
