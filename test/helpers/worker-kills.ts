import { once } from 'node:events';
import { expect } from 'vitest';
import type { VaultWorld } from './vault-world.ts';
import type { WalletBrowser } from './wallet-browser.ts';

/** Kills the wallet's worker during a flow, and closes the passkey window that is left. */
export interface WorkerKills {
  /**
   * Starts a flow, and kills the worker while one of its requests is running. The response is lost.
   */
  atRequest(
    world: VaultWorld,
    at: {
      readonly path: string;
      /** Number of the request to this path, counted from 1. Default: 1. */
      readonly nth?: number;
      /** True if the server receives the request before the kill. */
      readonly isHandled?: boolean;
    },
    flow: () => Promise<void>,
  ): Promise<void>;
  /** Starts a flow, and kills the worker while the n-th prompt (counted from 1) is open. */
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
            // Waits for the worker's end to close the request. If the server closed the request,
            // Chromium would repeat it.
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
