import type { Page } from 'playwright-core';

/** Calls of one method by a hostile page. */
export interface FloodCall {
  readonly method: string;
  /** The params, as JavaScript source. */
  readonly params: string;
  readonly count: number;
}

/** Requests of an unconnected page that the wallet answers without a node. */
export const FLOODS: readonly FloodCall[] = [
  { method: 'wallet_switchEthereumChain', params: '[{ chainId: "0x2105" }]', count: 10_000 },
  { method: 'eth_requestAccounts', params: '[]', count: 10_000 },
  { method: 'personal_ecRecover', params: `["0x00", "0x${'11'.repeat(64)}1b"]`, count: 10_000 },
];

/**
 * Requests that wait for a node, and messages of 0.9 MB. One such message costs as much as
 * thousands of small messages.
 */
export const SLOW_FLOODS: readonly FloodCall[] = [
  { method: 'eth_subscribe', params: '["newHeads"]', count: 10_000 },
  { method: 'eth_call', params: '[{}, "latest"]', count: 10_000 },
  { method: 'personal_sign', params: '["x".repeat(900_000), "y"]', count: 100 },
];

/**
 * Starts all calls together. After they are sent, resolves with a function that waits for the last
 * response and returns its time in epoch milliseconds. The first call isn't measured, because it
 * may wait for the user.
 */
export async function startFlood(
  page: Page,
  { method, params, count }: FloodCall,
): Promise<{ end(): Promise<number> }> {
  const sent = page.waitForEvent('console');
  // Sends with a delay, so that this call returns before the flood slows the page down.
  await page.evaluate(`setTimeout(() => {
    const params = ${params};
    const request = { method: ${JSON.stringify(method)}, params };
    const calls = Array.from({ length: ${count} }, () => ethereum.request(request));
    globalThis.flood = Promise.allSettled(calls.slice(1))
      .then(() => performance.timeOrigin + performance.now());
    console.log('sent');
  }, 100)`);
  await sent;
  return { end: () => page.evaluate('globalThis.flood').then(Number) };
}

export const accountTimes = (page: Page, count: number): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const times = [];
    for (let i = 0; i < ${count}; i += 1) {
      const from = performance.now();
      await ethereum.request({ method: 'eth_accounts' });
      times.push(performance.now() - from);
    }
    return times;
  })()`);
