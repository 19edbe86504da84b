import { wordlist } from '@scure/bip39/wordlists/english';
import type { Platform } from '../../../entrypoints/background/platform/platform.ts';
import type { Clock } from '../../../shared/ports.ts';
import { nobleAead } from '../../../shared/vault/noble-aead.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { type MemoryArea, memoryAreas } from './memory-areas.ts';

function bulk(area: MemoryArea) {
  return {
    ...area,
    getAll: async (keys: readonly string[]) =>
      Object.fromEntries(keys.map((key) => [key, area.content.get(key)])),
  };
}

/** A browser that remembers which windows and rules it was asked for, and rings no alarm. */
export function browserOf(options: { areas?: ReturnType<typeof memoryAreas>; clock?: Clock } = {}) {
  const { areas = memoryAreas(), clock = createFakeClock() } = options;
  const opened: string[] = [];
  const rules: (readonly string[])[] = [];
  const nothing = async () => undefined;
  const platform: Platform = {
    fetch: () => Promise.reject(new TypeError('no network')),
    clock,
    random: createFakeRandom(),
    aead: nobleAead,
    areas: { local: bulk(areas.local), session: bulk(areas.session) },
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
    loadWords: async () => wordlist.join('\n'),
    loadPhishingList: nothing,
  };
  return { platform, opened, rules };
}
