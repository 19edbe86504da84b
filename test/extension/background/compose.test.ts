import { describe, expect, it, vi } from 'vitest';
import { compose } from '../../../entrypoints/background/compose.ts';
import type { Platform } from '../../../entrypoints/background/platform/platform.ts';
import type { RuntimePort } from '../../../entrypoints/background/platform/ports.ts';
import { nobleAead } from '../../../shared/vault/noble-aead.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { memoryArea } from '../helpers/memory-areas.ts';

function bulk() {
  const area = memoryArea();
  return {
    ...area,
    getAll: async (keys: readonly string[]) =>
      Object.fromEntries(keys.map((key) => [key, area.content.get(key)])),
  };
}

/** A browser that remembers what it was asked, and keeps the worker's second file or has lost it. */
function browserOf() {
  const opened: string[] = [];
  const rules: (readonly string[])[] = [];
  const nothing = async () => undefined;
  const platform: Platform = {
    fetch: () => Promise.reject(new TypeError('no network')),
    clock: createFakeClock(),
    random: createFakeRandom(),
    aead: nobleAead,
    areas: { local: bulk(), session: bulk() },
    windows: {
      async open(page) {
        opened.push(page);
        return 1;
      },
      find: nothing,
      focus: async () => true,
      close: nothing,
      onClosed: () => undefined,
    },
    alarms: { set: nothing, clear: nothing, onAlarm: () => undefined },
    deviceName: () => 'Test device',
    keepAlive: () => undefined,
    setVaultOrigin: nothing,
    setOutgoing: async (origins) => {
      rules.push(origins);
    },
    setBadge: () => undefined,
    wakePages: nothing,
    showActivity: nothing,
    setDefaultWallet: nothing,
    setLanguage: nothing,
    notify: nothing,
    setOpens: nothing,
    loadWords: async () => '',
    loadPhishingList: nothing,
  };
  return { platform, opened, rules };
}

describe('a worker whose second file the browser has lost', () => {
  const lost = () => {
    throw new Error('late.js is missing');
  };

  it('keeps a request open until the user decides, and follows the outgoing rules', async () => {
    const { platform, opened, rules } = browserOf();
    const wallet = compose(platform, lost);
    await wallet.ready;
    const asked = wallet.approvals.request({
      requestKey: 'key',
      requester: { origin: 'https://dapp.example', documentId: 'doc', own: false },
      request: { kind: 'connect' },
      chainId: 8453,
    });
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    const [draft] = wallet.approvals.open();
    await wallet.approvals.decide(draft?.id ?? '', { kind: 'reject' });
    await expect(asked).rejects.toMatchObject({ code: 'rejected' });
    await vi.waitFor(() => expect(rules).toHaveLength(1));
  });

  it('ends the ports of the wallet’s own pages, so that they say so', async () => {
    const { platform } = browserOf();
    const wallet = compose(platform, lost);
    const disconnect = vi.fn();
    wallet.ui.accept({ disconnect } as Partial<RuntimePort> as RuntimePort);
    expect(disconnect).toHaveBeenCalledOnce();
    await wallet.ready;
  });
});
