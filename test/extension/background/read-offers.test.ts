import { encodeAbiParameters, encodeEventTopics, type Hex, toHex } from 'viem';
import { expect, it } from 'vitest';
import { readOffers } from '../../../entrypoints/background/market/options/read-offers.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { optionFactoryAbi } from '../../devnet/abi/full.ts';

const NOW = 1_800_000_000;
const offeror = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`;

function offerLog(from: Hex, at: number) {
  return {
    address: FACTORY_R12,
    topics: encodeEventTopics({
      abi: optionFactoryAbi,
      eventName: 'OfferMade',
      args: { quotationId: 7n, offeror: from },
    }),
    data: encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'string' }, { type: 'string' }],
      ['0x01', 'key', `offer ${at}`],
    ),
    blockNumber: toHex(10),
    blockHash: `0x${'1'.repeat(64)}`,
    transactionHash: `0x${at.toString(16).padStart(64, '0')}`,
    transactionIndex: '0x0',
    logIndex: toHex(at),
    removed: false,
  };
}

/** Returns the milliseconds of processor time that this thread has used. */
const workedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

it('returns an honest offer that follows 3,000 offers of one flooding account, and only the newest offer of that account', async () => {
  const flood = Array.from({ length: 3_000 }, (_, at) => offerLog(offeror(1), at));
  const logs = [...flood, offerLog(offeror(2), 3_000)];
  const client = {
    request: async (method: string) =>
      method === 'eth_getLogs'
        ? logs
        : { number: toHex(10), timestamp: toHex(NOW), hash: `0x${'1'.repeat(64)}` },
  };
  const found = await readOffers(client, [{ id: 7n, offerEnd: unixSeconds(NOW + 60) }]);
  const offers = found.get(7n)?.offers ?? [];
  expect(offers.map(({ offeror: from }) => from.toLowerCase())).toEqual([offeror(1), offeror(2)]);
  expect(offers[0]?.encryptedOffer).toBe('offer 2999');
});

it('finds a known maker’s offer among 12,000 other offers and as many offers for a different request', async () => {
  const flood = Array.from({ length: 12_000 }, (_, at) => offerLog(offeror(at + 10), at));
  const ofOther = Array.from({ length: 12_000 }, (_, at) => ({
    ...offerLog(offeror(at + 10), at),
    topics: offerLog(offeror(at + 10), at).topics.with(1, `0x${'8'.padStart(64, '0')}`),
  }));
  const logs = [...flood, ...ofOther, offerLog(offeror(2), 12_000)];
  const client = {
    request: async (method: string) =>
      method === 'eth_getLogs'
        ? logs
        : { number: toHex(10), timestamp: toHex(NOW), hash: `0x${'1'.repeat(64)}` },
  };
  const started = workedMs();
  const found = await readOffers(
    client,
    [{ id: 7n, offerEnd: unixSeconds(NOW + 60) }],
    (address) => address.toLowerCase() === offeror(2),
  );
  const offers = found.get(7n)?.offers ?? [];
  expect(offers.map(({ offeror: from }) => from.toLowerCase())).toContain(offeror(2));
  expect(offers).toHaveLength(10_000);
  expect(workedMs() - started).toBeLessThan(2_000);
});
