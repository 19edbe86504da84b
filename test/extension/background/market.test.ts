import { describe, expect, it } from 'vitest';
import { checkServices, isAnyUp } from '../../../entrypoints/background/api/check-services.ts';
import { parseStatistics } from '../../../entrypoints/background/market/parse-statistics.ts';
import { createMarket } from '../../../entrypoints/background/market/statistics.ts';
import type { Services } from '../../../shared/messages/snapshot.ts';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const PROTOCOL = {
  chainId: 8453,
  stats: {
    totalPositions: 5,
    totalSettled: 2,
    totalActive: 3,
    uniqueUsers: 4,
    totalVolumeUsd: '1234.56',
    totalPremiumUsd: null,
    totalFeesUsd: '1',
    '24h': { positions: 1, volumeUsd: '10', premiumUsd: '2' },
    byImplementationType: {
      PUT: { count: 2, volumeUsd: '5' },
      RANGER: { count: 3, volumeUsd: '50' },
      EMPTY: { count: 0 },
    },
    exerciseRate: '50.00',
  },
  lastUpdateTimestamp: 1_795_000_000,
};
const DAILY = { daily: [{ date: '2026-11-20', trades: 2, volumeUsd: '7', premiumUsd: null }] };

describe('statistics of an indexer', () => {
  it('shows thirty days up to today; a missing day had no trade, an unknown price no value', () => {
    const parsed = parseStatistics({ protocol: PROTOCOL, daily: DAILY }, NOW);
    expect(parsed?.daily).toHaveLength(30);
    expect(parsed?.daily.at(-1)).toEqual({
      date: '2026-11-21',
      trades: 0,
      volumeUsd: 0,
      premiumUsd: 0,
      feesUsd: 0,
    });
    expect(parsed?.daily.at(-2)).toEqual({ date: '2026-11-20', trades: 2, volumeUsd: 7 });
  });

  it('shows known figures and leaves out the others', () => {
    expect(parseStatistics({ protocol: PROTOCOL, daily: DAILY }, NOW)).toMatchObject({
      all: { trades: 5, settled: 2, active: 3, volumeUsd: 1234.56, feesUsd: 1 },
      users: 4,
      exerciseRate: 50,
      windows: { '24h': { trades: 1, volumeUsd: 10, premiumUsd: 2 }, '7d': { trades: 0 } },
      byProduct: [
        { name: 'RANGER', count: 3, usd: 50 },
        { name: 'PUT', count: 2, usd: 5 },
      ],
      indexedAt: 1_795_000_000_000,
    });
  });

  it.each([
    undefined,
    null,
    [],
    {},
    { stats: 'many' },
    { stats: { totalPositions: '5' } },
    { stats: { totalPositions: -1 } },
  ])('returns no statistics for %j', (protocol) => {
    expect(parseStatistics({ protocol, daily: DAILY }, NOW)).toBeUndefined();
  });

  it('drops impossible figures and rates from statistics, and hidden characters from names', () => {
    const stats = {
      ...PROTOCOL.stats,
      totalVolumeUsd: '1e300',
      totalPremiumUsd: 1e16,
      totalFeesUsd: '999999999999',
      uniqueUsers: Number.MAX_SAFE_INTEGER,
      exerciseRate: 101,
      byImplementationType: { '\u202Egnp\u200B <b>x</b>': { count: 1, volumeUsd: '1e99' } },
    };
    const parsed = parseStatistics({ protocol: { stats }, daily: DAILY }, NOW);
    expect(parsed).toMatchObject({
      all: { feesUsd: 999_999_999_999 },
      byProduct: [{ name: 'gnp <b>x</b>', count: 1 }],
    });
    expect([parsed?.all.volumeUsd, parsed?.all.premiumUsd, parsed?.exerciseRate]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(parsed?.users).toBeUndefined();
    expect(parsed?.byProduct[0]?.usd).toBeUndefined();
  });

  it('survives any values in the statistics', () => {
    const stats = { totalPositions: 1, '24h': 3, byImplementationType: { A: 1 }, exerciseRate: {} };
    for (const daily of [3, { daily: 3 }, { daily: [3, null, { date: 3 }] }])
      expect(parseStatistics({ protocol: { stats }, daily }, NOW)?.all.trades).toBe(1);
  });
});

describe('the market', () => {
  it('keeps the last statistics with their age and the reason when the indexer fails', async () => {
    const clock = createFakeClock();
    let isWell = true;
    const market = createMarket({
      indexer: {
        statistics: async () => {
          if (!isWell) throw new Error('gone');
          return { protocol: PROTOCOL, daily: DAILY };
        },
        openPositions: async () => {
          throw new Error('no such path');
        },
      },
      clock,
      spotOf: () => undefined,
      refreshSpot: async () => undefined,
      failureOf: () => ({ code: 'indexer-unreachable' }),
    });
    const first = await market.view(false);
    expect(first.statistics?.openByAsset).toEqual([]);
    isWell = false;
    expect(await market.view(false)).toBe(first);
    expect(await market.view(true)).toEqual({ ...first, problem: { code: 'indexer-unreachable' } });
  });
});

describe('a check of the services', () => {
  const services: Services = {
    vaultUrl: 'https://vault.example',
    ordersUrls: ['https://one.example', 'https://two.example'],
    indexerUrl: 'https://indexer.example',
    positionsUrl: 'https://positions.example',
    rpcUrls: ['https://node.example'],
    referrer: `0x${'0'.repeat(40)}`,
  };
  const config = {
    tenant: {
      id: 'T'.repeat(16),
      name: 'Tenant',
      origin: 'https://vault.example',
      rpId: 'vault.example',
    },
    enrollmentEnabled: true,
  };
  const well: Record<string, () => Promise<Response>> = {
    'vault.example': async () => Response.json(config),
    'one.example': async () => Response.json({ orders: [] }),
    'two.example': async () => Response.json({ data: { orders: [] } }),
    'indexer.example': async () => Response.json({ totalOptionsTracked: 0 }),
    'positions.example': async () => Response.json([]),
    'node.example': async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x2105' }),
  };
  const problemsWith = (answers: Record<string, () => Promise<Response>>) => {
    const fetch: Fetch = (url) => ({ ...well, ...answers })[new URL(url).host]?.() ?? gone();
    return checkServices({ fetch, tenantId: undefined }, services);
  };
  const gone = () => Promise.reject(new TypeError('Failed to fetch'));
  const html = async () => new Response('<h1>hello</h1>');

  it.each<[string, () => Promise<Response>, ServiceProblem['kind'], ServiceProblem['service']]>([
    ['one.example', gone, 'silent', 'feed'],
    ['two.example', html, 'wrong', 'feed'],
    ['indexer.example', gone, 'silent', 'indexer'],
    ['indexer.example', html, 'wrong', 'indexer'],
    ['positions.example', html, 'wrong', 'indexer'],
    ['node.example', gone, 'silent', 'node'],
    ['node.example', async () => Response.json({ result: '0x1' }), 'wrong', 'node'],
  ])(
    'names %s, and whether it fails or is another service',
    async (host, answer, kind, service) => {
      const problems = await problemsWith({ [host]: answer });
      expect(problems).toContainEqual({ kind, service, url: `https://${host}` });
    },
  );

  it.each([
    ['one.example', 'feed'],
    ['indexer.example', 'indexer'],
    ['node.example', 'node'],
  ])('names %s when it accepts the request and never responds', async (host, service) => {
    const fetch: Fetch = (url, init) =>
      new URL(url).host === host
        ? new Promise((_, reject) => {
            const { signal } = init ?? {};
            signal?.addEventListener('abort', () => reject(signal.reason));
          })
        : (well[new URL(url).host]?.() ?? gone());
    const asked = { fetch, tenantId: undefined, timeoutMs: 20 };
    expect(await checkServices(asked, services)).toContainEqual({
      kind: 'silent',
      service,
      url: `https://${host}`,
    });
  });

  it.each([
    ['one server refuses the request and the others are silent', true],
    ['all servers are silent', false],
  ])('finds out whether any server is up when %s', async (_, isUp) => {
    const fetch: Fetch = (url) =>
      isUp && url === 'https://b.example'
        ? Promise.resolve(new Response('', { status: 500 }))
        : gone();
    expect(await isAnyUp(fetch, ['https://a.example', 'https://b.example'])).toBe(isUp);
    expect(await isAnyUp(fetch, [])).toBe(false);
  });

  it('accepts an indexer that still reads the chain as working', async () => {
    const busy = async () => new Response('{}', { status: 503 });
    const problems = await problemsWith({ 'indexer.example': busy });
    expect(problems.filter(({ service }) => service === 'indexer')).toEqual([]);
  });
});
