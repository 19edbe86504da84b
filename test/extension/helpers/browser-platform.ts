import { wordlist } from '@scure/bip39/wordlists/english';
import type { Platform } from '../../../entrypoints/background/platform/platform.ts';
import { DEVELOPMENT_EXTENSION_ID } from '../../../shared/extension-id.ts';
import { BASE_SERVICES } from '../../../shared/messages/default-services.ts';
import type { Clock } from '../../../shared/ports.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { nobleAead } from '../../helpers/noble-aead.ts';
import { type MemoryArea, memoryAreas } from './memory-areas.ts';

function bulk(area: MemoryArea, writes: string[]) {
  return {
    ...area,
    set(key: string, value: unknown) {
      writes.push(key);
      return area.set(key, value);
    },
    remove(key: string) {
      writes.push(key);
      return area.remove(key);
    },
    getAll: async (keys: readonly string[]) =>
      Object.fromEntries(keys.map((key) => [key, area.content.get(key)])),
  };
}

/**
 * Creates a browser that records its windows, rules and written keys. Alarms never ring. Without a
 * `node`, every fetch fails.
 */
export function browserOf(
  options: {
    areas?: ReturnType<typeof memoryAreas>;
    clock?: Clock;
    /** Answers a JSON-RPC method. */
    node?: (method: string) => unknown;
  } = {},
) {
  const { areas = memoryAreas(), clock = createFakeClock() } = options;
  const opened: string[] = [];
  const rules: (readonly string[])[] = [];
  const writes: string[] = [];
  const nothing = async () => undefined;
  const platform: Platform = {
    async fetch(_url, init) {
      const { id, method } = JSON.parse(init?.body ?? '{}');
      if (options.node === undefined) throw new TypeError('no network');
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: options.node(method) }));
    },
    clock,
    elapsed: () => 0,
    random: createFakeRandom(),
    aead: nobleAead,
    areas: { local: bulk(areas.local, writes), session: bulk(areas.session, writes) },
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
    nextTask: (run) => void setImmediate(run),
    deviceName: () => 'Test device',
    version: '1.2.3',
    defaultServices: BASE_SERVICES,
    ownRpId: `chrome-extension://${DEVELOPMENT_EXTENSION_ID}`,
    keepAlive: () => undefined,
    setVaultOrigin: nothing,
    setOutgoing: async (origins) => {
      rules.push(origins);
    },
    setBadge: () => undefined,
    wakePages: nothing,
    showActivity: nothing,
    openWelcome: async () => void opened.push('welcome'),
    setDefaultWallet: async (isOn) => isOn,
    setLanguage: nothing,
    notify: nothing,
    openPage: nothing,
    setOpens: nothing,
    loadWords: async () => wordlist.join('\n'),
    loadPhishingList: nothing,
  };
  return { platform, opened, rules, writes };
}
