import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createPhishingList } from '../../../../../entrypoints/background/approvals/explain/phishing.ts';
import { stored } from '../../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../../entrypoints/background/stored-keys.ts';
import {
  BUNDLED_PHISHING_LIST,
  PHISHING_LIST_URL,
} from '../../../../../shared/approvals/phishing-list.ts';
import { epochMs } from '../../../../../shared/units.ts';
import { memoryAreas } from '../../../helpers/memory-areas.ts';

const require = createRequire(import.meta.url);
const readBundled = async (): Promise<unknown> =>
  JSON.parse(await readFile(require.resolve('eth-phishing-detect/src/config.json'), 'utf8'));

const MANY = Array.from({ length: 1_000 }, (_, i) => `evil${i}.example`);
const NOW = epochMs(1_763_650_000_000);

async function list(answer: () => Response | Promise<Response>, areas = memoryAreas()) {
  const outgoing: (readonly string[])[] = [];
  const asked: { url: string; allowed: readonly string[] | undefined }[] = [];
  const phishing = createPhishingList({
    loadBundled: readBundled,
    stored: stored(areas, STORED_KEYS.phishingList),
    storedAt: stored(areas, STORED_KEYS.phishingListAt),
    outgoing: {
      set: async (_, addresses) => {
        outgoing.push(addresses);
      },
    },
    source: () => PHISHING_LIST_URL,
    fetch: async (url) => {
      asked.push({ url, allowed: outgoing.at(-1) });
      return answer();
    },
    clock: { now: () => NOW },
    onChange: () => undefined,
  });
  await phishing.load();
  return { phishing, outgoing, asked, areas };
}

const answering = (config: unknown) => () => new Response(JSON.stringify(config));
const refused = () => Promise.reject(new TypeError('Failed to fetch'));

describe('the bundled list', () => {
  it('names the version of its npm package and a date in ISO format', () => {
    expect(require('eth-phishing-detect/package.json').version).toBe(BUNDLED_PHISHING_LIST.version);
    expect(BUNDLED_PHISHING_LIST.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('recognizes a listed host and its subdomain, but not an unlisted host, even if its name ends like the listed name', async () => {
    const { phishing } = await list(refused);
    expect(await phishing.has('base.org')).toBe(false);
    expect(await phishing.has('metamask.io')).toBe(false);
    const config = (await readBundled()) as { blacklist: string[] };
    const blocked = config.blacklist.find((name) => /^[a-z]+\.com$/.test(name)) ?? '';
    expect(await phishing.has(blocked)).toBe(true);
    expect(await phishing.has(`www.${blocked.toUpperCase()}.`)).toBe(true);
    expect(await phishing.has(`not${blocked}`)).toBe(false);
    expect(phishing.view()).toEqual({});
  });
});

describe('a refresh', () => {
  it('contacts only the list’s public address, and allows requests to that address only during the refresh', async () => {
    const { phishing, outgoing, asked } = await list(answering({ blacklist: MANY, whitelist: [] }));
    await phishing.refresh();
    expect(asked).toEqual([{ url: PHISHING_LIST_URL, allowed: [PHISHING_LIST_URL] }]);
    expect(outgoing.at(-1)).toEqual([]);
  });

  it('uses a refreshed list immediately, shows the list’s date, and keeps the list after a worker restart', async () => {
    const fresh = answering({ blacklist: MANY, whitelist: ['good.evil7.example'] });
    const { phishing, areas } = await list(fresh);
    expect(await phishing.has('evil7.example')).toBe(false);
    await phishing.refresh();
    expect(await phishing.has('evil7.example')).toBe(true);
    const { phishing: later } = await list(refused, areas);
    expect(later.view()).toEqual({ refreshedAt: NOW });
    expect(await later.has('shop.evil7.example')).toBe(true);
    expect(await later.has('good.evil7.example')).toBe(false);
  });

  it.each([
    ['no answer', refused],
    ['an error page', () => new Response('<html>', { status: 404 })],
    ['text that isn’t JSON', () => new Response('<html>')],
    ['JSON in a different form', answering([])],
    ['no exceptions list', answering({ blacklist: MANY })],
    ['too few names', answering({ blacklist: MANY.slice(1), whitelist: [] })],
    ['invalid names', answering({ blacklist: [...MANY, ...MANY.map(() => 7)], whitelist: [] })],
    [
      'exceptions that are whole top-level domains',
      answering({ blacklist: MANY, whitelist: ['com', 'org'] }),
    ],
    [
      'a longer list than may be stored',
      answering({
        blacklist: Array.from({ length: 60_000 }, (_, i) => `${'a'.repeat(100)}${i}.example`),
        whitelist: [],
      }),
    ],
  ])('keeps the old list and fails with a code when a refresh gets %s', async (_, answer) => {
    const { phishing, outgoing, areas } = await list(answer);
    await expect(phishing.refresh()).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:no|bad)List$/),
    });
    expect(areas.local.content.has('phishing-list')).toBe(false);
    expect(outgoing.at(-1)).toEqual([]);
    expect(await phishing.has('evil7.example')).toBe(false);
  });
});
