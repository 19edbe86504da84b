import { expect, it } from 'vitest';
import { subscriptionMethods } from '../../../entrypoints/background/rpc/methods/eth_subscribe.ts';

it('starts a subscription only for a connected site', async () => {
  let started = 0;
  const [subscribe] = subscriptionMethods({
    sites: { isConnected: (origin) => origin === 'https://dapp.example' },
    subscriptions: {
      start: async () => {
        started += 1;
        return '0x1';
      },
      stop: () => false,
      stopAll: () => undefined,
      stopOf: () => undefined,
      load: async () => undefined,
      isUsed: () => false,
      isBack: () => undefined,
      resume: () => undefined,
    },
  });
  const ask = async (origin: string) =>
    subscribe?.prepare(['newHeads'])({
      requester: { origin, documentId: 'doc', own: false },
      requestKey: 'key',
      accounts: [],
      chainId: 8453,
    });
  expect(await ask('https://dapp.example')).toBe('0x1');
  await expect(ask('https://evil.example')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(started).toBe(1);
});
