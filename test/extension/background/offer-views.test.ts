import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOfferOpener } from '../../../entrypoints/background/quotations/offer-views.ts';
import {
  offerKey,
  offerPublicKey,
  openOffer,
} from '../../../entrypoints/background/signer/offer-key.ts';
import { CHAIN_ID, FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import type { Offer } from '../../../shared/positions/quotation.ts';
import { tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { offerTypedData } from '../../devnet/rfq-offer.ts';
import { offerKey as anotherKey, offerText, publicKeyOf, seal } from '../../devnet/rfq-seal.ts';
import { eventually } from '../../helpers/eventually.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ID = 7n;
const DOMAIN = {
  name: 'OptionFactory',
  version: '1.0',
  chainId: CHAIN_ID,
  verifyingContract: FACTORY_R12,
};
const REQUEST = { isBuyer: true, limit: tokenAmount(50_000000n) };
const MOMENT = { block: 0, timestamp: unixSeconds(0), txHash: '0x' } as const;

const key = offerKey(new Uint8Array(32).fill(3));
const makerOf = (number: bigint) => privateKeyToAccount(toHex(number, { size: 32 }));
const HONEST = makerOf(1_000_000n);

const offerOf = (from: string, change: Partial<Offer> = {}): Offer => ({
  factory: FACTORY_R12,
  quotationId: ID,
  offeror: from as Offer['offeror'],
  signature: '0x01',
  signingKey: '',
  encryptedOffer: '',
  status: 'pending',
  created: MOMENT,
  updated: MOMENT,
  amount: undefined,
  ...change,
});

async function honestOffer(amount: bigint, maker = HONEST): Promise<Offer> {
  const nonce = 5n;
  const message = { quotationId: ID, offerAmount: amount, offeror: maker.address, nonce };
  const signature = await maker.signTypedData(offerTypedData(DOMAIN, message));
  const { signingKey, wire } = seal(offerText(amount, nonce), offerPublicKey(key) as `0x${string}`);
  return offerOf(maker.address, { signature, signingKey, encryptedOffer: wire });
}

const stranger = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

function openerWith(isKnownMaker: (address: string) => boolean = () => false) {
  let agreements = 0;
  const openOffers = createOfferOpener({
    signer: {
      canSign: () => true,
      openOffer: async (_, sealed) => {
        agreements += 1;
        return openOffer(key, sealed);
      },
    },
    isKnownMaker,
    wait: () => new Promise((resolve) => setTimeout(resolve)),
  });
  return {
    list: (offers: readonly Offer[]) => openOffers(ACCOUNT, DOMAIN, offers, REQUEST),
    agreements: () => agreements,
  };
}

/**
 * An offer that is sealed for another key. Only the key agreement shows that the account can't read
 * it.
 */
let foreign: ReturnType<typeof seal>;
beforeAll(() => {
  foreign = seal(offerText(1n, 1n), publicKeyOf(anotherKey()));
});

const unreadableOf = (number: number): Offer =>
  offerOf(stranger(number), { signingKey: foreign.signingKey, encryptedOffer: foreign.wire });

/** Returns the milliseconds of processor time that this thread has used. */
const workedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

describe('opening the offers of a request', () => {
  it('finds an honest offer among 5,000 empty offers with a single key agreement, and counts the empty offers', async () => {
    const { list, agreements } = openerWith();
    const flood = Array.from({ length: 5_000 }, (_, number) => offerOf(stranger(number)));
    const { offers, unreadable, unopened } = await list([...flood, await honestOffer(30_000000n)]);
    expect(offers.map(({ offeror }) => offeror)).toEqual([HONEST.address]);
    expect([unreadable, unopened, agreements()]).toEqual([5_000, 0, 1]);
  });

  it('opens a known maker’s offer before 5,000 offers that are sealed for a different key', async () => {
    const { list, agreements } = openerWith((address) => address === HONEST.address);
    const flood = Array.from({ length: 5_000 }, (_, number) => unreadableOf(number));
    const all = [...flood, await honestOffer(30_000000n)];
    const started = workedMs();
    const { offers, unreadable, unopened } = await list(all);
    expect(workedMs() - started).toBeLessThan(2_000);
    expect(offers.map(({ offeror, isKnown }) => [offeror, isKnown])).toEqual([
      [HONEST.address, true],
    ]);
    expect(unreadable + unopened).toBe(5_000);
    expect(agreements()).toBeLessThan(30);
  });

  it('opens the remaining offers in the background after the first answer, and opens each offer only once', async () => {
    const { list, agreements } = openerWith();
    const flood = Array.from({ length: 200 }, (_, number) => unreadableOf(number));
    const all = [...flood, await honestOffer(30_000000n)];
    expect((await list(all)).offers).toEqual([]);
    await eventually(async () => expect((await list(all)).unopened).toBe(0));
    const { offers, unreadable } = await list(all);
    expect(offers.map(({ offeror }) => offeror)).toEqual([HONEST.address]);
    expect([unreadable, agreements()]).toEqual([200, 201]);
  });

  it('lists a known maker’s offer before an unknown maker’s better offer, and an offer beyond the limit last', async () => {
    const [unknown, beyond] = [makerOf(1n), makerOf(2n)];
    const { list } = openerWith((address) => address !== unknown.address);
    const { offers } = await list([
      await honestOffer(10_000000n, unknown),
      await honestOffer(60_000000n, beyond),
      await honestOffer(30_000000n),
    ]);
    expect(offers.map(({ offeror, state }) => [offeror, state])).toEqual([
      [HONEST.address, 'open'],
      [unknown.address, 'open'],
      [beyond.address, 'beyondLimit'],
    ]);
  });
});
