import type { Page } from 'playwright-core';

/** One method with the params that a hostile page sends. */
export interface FloodCall {
  readonly method: string;
  /** JavaScript of the params. */
  readonly params: string;
  readonly count: number;
}

/** Requests of an unconnected page that end in the wallet itself. */
export const FLOODS: readonly FloodCall[] = [
  { method: 'wallet_switchEthereumChain', params: '[{ chainId: "0x2105" }]', count: 10_000 },
  { method: 'eth_requestAccounts', params: '[]', count: 10_000 },
  { method: 'personal_ecRecover', params: `["0x00", "0x${'11'.repeat(64)}1b"]`, count: 10_000 },
];

/** Those that wait for a node, and messages of 0.9 MB, which cost as much as thousands of others. */
export const SLOW_FLOODS: readonly FloodCall[] = [
  { method: 'eth_subscribe', params: '["newHeads"]', count: 10_000 },
  { method: 'eth_call', params: '[{}, "latest"]', count: 10_000 },
  { method: 'personal_sign', params: '["x".repeat(900_000), "y"]', count: 100 },
];

/**
 * Starts all calls at once. Resolves when they have been sent, with a way to wait for the last
 * answer: it resolves with that answer's time, in epoch milliseconds. The first call doesn't count,
 * because it may wait for the user.
 */
export async function startFlood(
  page: Page,
  { method, params, count }: FloodCall,
): Promise<{ end(): Promise<number> }> {
  const sent = page.waitForEvent('console');
  // Later, because a page that is busy with a flood is slow to answer the test too.
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

/** Milliseconds that `eth_accounts` of a page takes, asked `count` times in a row. */
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
