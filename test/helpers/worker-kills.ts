import { once } from 'node:events';
import { expect } from 'vitest';
import type { VaultWorld } from './vault-world.ts';
import type { WalletBrowser } from './wallet-browser.ts';

/** Kills the wallet's worker during a flow, and closes the passkey window that is left. */
export interface WorkerKills {
  /** Starts a flow and kills the worker at one of its requests, whose response is lost. */
  atRequest(
    world: VaultWorld,
    at: {
      readonly path: string;
      /** Which request of this path, from 1; the first by default. */
      readonly nth?: number;
      /** True if the server receives the request before the kill. */
      readonly isHandled?: boolean;
    },
    flow: () => Promise<void>,
  ): Promise<void>;
  /** Starts a flow, and kills the worker while the prompt of this number (from 1) is open. */
  atPrompt(number: number, flow: () => Promise<void>): Promise<void>;
}

export function workerKills(browser: WalletBrowser): WorkerKills {
  async function closePrompts(): Promise<void> {
    for (const page of browser.context.pages()) {
      if (page.url().includes('/ceremony.html')) await page.close();
    }
  }
  return {
    async atRequest(world, { path, nth = 1, isHandled = false }, flow) {
      let seen = 0;
      const killed = new Promise<void>((resolve, reject) => {
        world.intercept = (request, response, forward) => {
          if (request.path !== path) return undefined;
          seen += 1;
          if (seen !== nth) return undefined;
          const kill = async () => {
            if (isHandled) expect((await forward()).status).toBe(200);
            const closed = once(response, 'close');
            await browser.stopWorker();
            // The request must end only because the worker ended, because Chromium would repeat a
            // request that the server closed.
            await closed;
          };
          return kill().then(resolve, reject);
        };
      });
      await flow();
      await killed;
      world.intercept = undefined;
      await closePrompts();
    },

    async atPrompt(number, flow) {
      const before = await browser.promptCount();
      await browser.setAuthenticator({ mode: 'hang', answersFirst: number - 1 });
      await flow();
      await expect.poll(() => browser.promptCount()).toBe(before + number);
      await browser.stopWorker();
      await closePrompts();
      await browser.setAuthenticator({ mode: 'approve', answersFirst: 0 });
    },
  };
}
