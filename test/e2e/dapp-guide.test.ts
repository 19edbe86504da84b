import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_SERVICES } from '../../shared/messages/default-services.ts';
import { RPC_CODES } from '../../shared/rpc/codes.ts';
import { balanceOf } from '../devnet/quoting.ts';
import { runScript } from '../helpers/command.ts';
import { eventually } from '../helpers/eventually.ts';
import { type PageServer, startPageServer } from '../helpers/page-server.ts';
import { text } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const TSC = 'node_modules/typescript/bin/tsc';
const GUIDE = readFileSync(new URL('../../entrypoints/inpage/README.md', import.meta.url), 'utf8');
const EXAMPLE = /```ts\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '';

describe('the guide for dApp developers', () => {
  it('shows an example of at most 20 lines', () => {
    const lines = EXAMPLE.trim().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThanOrEqual(20);
  });

  it('shows an example that TypeScript accepts with strict checks', async () => {
    // The file is beside the packages, so that its import is resolved.
    const file = fileURLToPath(new URL('../../.output/dapp-guide-types.ts', import.meta.url));
    await writeFile(file, EXAMPLE);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--noUncheckedIndexedAccess'];
    const target = ['--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const args = [...options, ...target, '--lib', 'es2023,dom', '--skipLibCheck', file];
    try {
      const { code, stdout } = await runScript(TSC, {}, args).ended;
      expect(stdout).toBe('');
      expect(code).toBe(0);
    } finally {
      await rm(file);
    }
  });

  it('lists exactly the error codes of the wallet', () => {
    const listed = [...GUIDE.matchAll(/^\| `(-?\d+)`/gm)].map(([, code]) => Number(code));
    expect(listed.toSorted((a, b) => a - b)).toEqual(
      [...new Set<number>(Object.values(RPC_CODES))].sort((a, b) => a - b),
    );
  });
});

describe('the example, with the address of a local feed', () => {
  let trader: Trader;
  let server: PageServer;
  let page: Page;

  /** Bundles the example as a dApp's build would. */
  async function bundled(feed: string): Promise<string> {
    const [publicFeed = ''] = BASE_SERVICES.ordersUrls;
    expect(EXAMPLE).toContain(`fetch('${publicFeed}')`);
    // The file is beside the packages, so that its import is resolved.
    const file = fileURLToPath(new URL('../../.output/dapp-guide.ts', import.meta.url));
    await writeFile(file, EXAMPLE.replace(publicFeed, feed));
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, target: 'es2023', lib: { entry: file, formats: ['es'] } },
    });
    await rm(file);
    const [result] = Array.isArray(built) ? built : [built];
    const chunk = result !== undefined && 'output' in result ? result.output[0] : undefined;
    return chunk?.type === 'chunk' ? chunk.code : '';
  }

  beforeAll(async () => {
    [trader, server] = await Promise.all([startTrader(), startPageServer()]);
    server.serve('/example.js', {
      body: await bundled(`${trader.world.url}/orders`),
      type: 'text/javascript',
    });
    server.serve('/', '<!doctype html><title>Guide</title>');
    page = await trader.browser.context.newPage();
  });
  afterAll(async () => {
    await trader?.stop();
    await server?.stop();
  });

  /** Waits for the fill's request, which may use the previous request's window. */
  async function windowOfFill(): Promise<Page> {
    let found: Page | undefined;
    await eventually(async () => {
      for (const window of trader.browser.context.pages()) {
        const isAsked =
          window.url().includes('/approval.html') &&
          (await window.getByText(text('ticket.maxLoss')).first().isVisible());
        if (isAsked) found = window;
      }
      expect(found).toBeDefined();
    });
    if (found === undefined) throw new Error('the fill is asked for');
    return found;
  }

  it('connects, and buys an option after one review that covers both the approval and the fill', async () => {
    const { world, browser, account } = trader;
    const before = await balanceOf(world.devnet, account.address);
    await page.goto(server.url);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const status = page.waitForEvent('console');
    await page.addScriptTag({ url: '/example.js', type: 'module' });

    const review = await browser.waitForWindow('approval.html');
    await review.getByRole('button', { name: text('approvals.connect'), exact: true }).click();
    await trader.confirm(await windowOfFill());
    expect(await (await status).args()[0]?.jsonValue()).toMatchObject({
      version: '2.0.0',
      chainId: '0x2105',
      atomic: false,
      status: 200,
    });
    await eventually(async () =>
      expect(await balanceOf(world.devnet, account.address)).toBeLessThan(before),
    );
    await trader.wallet.open('Positions');
    await trader.page.bringToFront();
    await trader.page
      .getByTestId('positions')
      .getByText(text('positions.verified'))
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });
});
