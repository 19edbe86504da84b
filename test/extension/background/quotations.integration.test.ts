import { type Address, encodeFunctionData, type Hex, type LocalAccount } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { readOffers } from '../../../entrypoints/background/market/options/read-offers.ts';
import type { CloseRequest } from '../../../entrypoints/background/quotations/close-requests.ts';
import { offerKey, offerPublicKey } from '../../../entrypoints/background/signer/offer-key.ts';
import { offerToWire } from '../../../server/positions/serving/quotation-wire.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import { contracts, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { answerRequest } from '../../devnet/answer-request.ts';
import { approve, fillOrder, sendFrom } from '../../devnet/fill.ts';
import { USDC } from '../../devnet/market-fixture.ts';
import { type RfqMarket, setBehaviour, startRfqMarket } from '../../devnet/rfq-fixture.ts';
import { type RfqMaker, startRfqMaker } from '../../devnet/rfq-maker.ts';
import { signOffer } from '../../devnet/rfq-offer.ts';
import { offerText, randomNonce, seal } from '../../devnet/rfq-seal.ts';
import { eventually } from '../../helpers/eventually.ts';
import { quotationsDevice, takerKey } from '../helpers/quotations-device.ts';

const SIZE = 1_000_000n;
const WINDOW = 60;

let market: RfqMarket;
let account: Address;
let key: Uint8Array;
/** Milliseconds by which the chain's time is ahead of the machine's. */
let ahead = 0;

beforeAll(async () => {
  market = await startRfqMarket();
  account = market.taker.address;
  key = takerKey(market);
  // Removes the taker's allowance, so that the factory has only allowances that the wallet
  // requests.
  await approve(market.devnet, market.taker, {
    token: USDC.address,
    amount: 0n,
    spender: FACTORY_R12,
  });
});
afterAll(() => market?.stop());

/** Returns the account's wallet on a device that has read nothing yet. */
const wallet = (
  ownKey = key,
  answered?: (method: string, answer: unknown) => unknown,
  indexed?: unknown,
) =>
  quotationsDevice(market, {
    key: ownKey,
    indexed,
    now: () => Date.now() + ahead,
    ...(answered === undefined ? {} : { answered }),
  });

/** Opens a position by filling an order of the book. */
async function position(side: 'buyer' | 'seller'): Promise<Address> {
  const { devnet, quote, taker } = market;
  const signed = await quote(side === 'buyer' ? {} : { isLong: true });
  const fill = await fillOrder(devnet, { signed, taker, numContracts: contracts(SIZE) });
  return fill.optionAddress;
}

const closing = (option: Address, change: Partial<CloseRequest> = {}): CloseRequest => ({
  account,
  option,
  isBuyer: false,
  limit: tokenAmount(10_000000n),
  window: WINDOW,
  ...change,
});

/** Makes an offer that is sealed for the account's key and signed for a request. */
const offer = (
  id: bigint,
  amount: bigint,
  {
    from = market.other,
    to = key,
    ...change
  }: { signedFor?: bigint; from?: LocalAccount; to?: Uint8Array } = {},
) =>
  answerRequest(market.devnet, {
    id,
    amount,
    from,
    publicKey: offerPublicKey(to) as Hex,
    ...change,
  });

async function newest(device = wallet()): Promise<QuotationView> {
  const { quotations } = await device.read(account);
  return quotations[0] ?? expect.unreachable('the account has no request');
}

const holderOf = async (option: Address, functionName: 'buyer' | 'seller') =>
  market.devnet.client.readContract({ address: option, abi: optionAbi, functionName });

/** Advances time to this many seconds after a request's `stageEnd`. */
async function passTo({ stageEnd = 0 }: QuotationView, seconds: number): Promise<void> {
  await market.devnet.advanceTo(stageEnd + seconds);
  ahead = (stageEnd + seconds) * 1000 - Date.now();
}

describe('closing a bought position by offers', () => {
  it('requests offers, lists the best offer first, and accepts an offer', async () => {
    const option = await position('buyer');
    const device = wallet();
    await expect(
      device.requestClose(closing(option, { contracts: contracts(7n) })),
    ).rejects.toMatchObject({ code: 'otherSize' });
    await device.tryClose(closing(option));
    await device.requestClose(closing(option));
    const asked = await newest(device);
    expect(asked).toMatchObject({
      stage: 'collecting',
      isBuyer: false,
      existing: option,
      limit: 10000000n,
      escrow: 0n,
      offers: [],
      unreadable: 0,
      offersFrom: 'chain',
    });
    const { id } = asked;
    await offer(id, 9_000000n, { from: market.devnet.accounts.referrer });
    await offer(id, 30_000000n);
    const offered = await newest(device);
    expect(offered.offers.map(({ amount, state }) => [amount, state])).toEqual([
      [30_000000n, 'open'],
      [9_000000n, 'beyondLimit'],
    ]);
    // 6 basis points of 2,590 dollars.
    expect(offered.offers[0]?.net).toBe(30_000000n - 1_554000n);
    const before = await market.balance(account);
    const choice = { account, id, offeror: market.other.address, amount: tokenAmount(30_000000n) };
    await device.accept(choice);
    expect(await market.balance(account)).toBe(before + 30_000000n - 1_554000n);
    expect(await holderOf(option, 'buyer')).toBe(market.other.address);
    const later = wallet();
    expect(await newest(later)).toMatchObject({
      stage: 'settled',
      option,
      paid: { amount: 30000000n, fee: 1554000n },
    });
    await newest(later);
    expect(later.closed).toEqual([30_000000n - 1_554000n]);
    expect(later.closingFees).toEqual([1_554000n]);
    await expect(device.accept(choice)).rejects.toMatchObject({ code: 'noSuchOffer' });
  });

  it('retries the report of a settlement to the positions module until it succeeds', async () => {
    const state = { isDown: true };
    const noting = async () => {
      if (state.isDown) throw new Error('no indexer');
    };
    const device = quotationsDevice(market, { key, now: () => Date.now() + ahead, noting });
    await device.requestClose(closing(await position('buyer')));
    const id = (await newest(device)).id;
    await offer(id, 30_000000n);
    await device.accept({
      account,
      id,
      offeror: market.other.address,
      amount: tokenAmount(30_000000n),
    });
    await newest(device);
    expect(device.closed).toEqual([]);
    state.isDown = false;
    await newest(device);
    const noted = [...device.closed];
    expect(noted).toContain(30_000000n - 1_554000n);
    await newest(device);
    expect(device.closed).toEqual(noted);
  });

  it('refuses to accept an offer at an amount that the maker didn’t offer, or a withdrawn offer', async () => {
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const id = (await newest(device)).id;
    await offer(id, 30_000000n);
    const choice = { account, id, offeror: market.other.address, amount: tokenAmount(31_000000n) };
    await newest(device);
    // An offer from an unknown maker doesn't prove a value for this side.
    expect(device.offered).toEqual([]);
    const knowing = quotationsDevice(market, {
      key,
      now: () => Date.now() + ahead,
      isKnownMaker: (address) => isSameAddress(address, market.other.address),
    });
    await newest(knowing);
    expect(knowing.offered).toMatchObject([{ option, side: 'buyer', premium: 30_000000n }]);
    await expect(device.accept(choice)).rejects.toMatchObject({ code: 'noSuchOffer' });
    await market.send(market.other, 'cancelOfferForQuotation', [id]);
    expect((await newest(device)).offers[0]?.state).toBe('withdrawn');
    await expect(
      device.accept({ ...choice, amount: tokenAmount(30_000000n) }),
    ).rejects.toMatchObject({
      code: 'noSuchOffer',
    });
    await device.cancel(account, id);
    expect(await newest(wallet())).toMatchObject({ stage: 'cancelled' });
    expect(await holderOf(option, 'buyer')).toBe(account);
  });

  it('counts offers that are sealed for a different key or signed for a different request as unreadable', async () => {
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const id = (await newest(device)).id;
    await offer(id, 30_000000n, { signedFor: id - 1n });
    await offer(id, 29_000000n, {
      from: market.devnet.accounts.referrer,
      to: offerKey(key),
    });
    expect(await newest(device)).toMatchObject({ offers: [], unreadable: 2 });
    // A device with another vault reads the request, but can't open the request's offer.
    await offer(id, 28_000000n, { from: market.maker });
    expect(await newest(wallet(offerKey(key)))).toMatchObject({ unreadable: 2 });
    expect((await newest(wallet())).offers.map(({ amount }) => amount)).toEqual([28000000n]);
    await device.cancel(account, id);
  });

  it('reports a request without offers as revealing, then unanswered, then cancelled, and then allows a new request', async () => {
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const asked = await newest(device);
    const { id } = asked;
    await passTo(asked, 1);
    expect((await newest(device)).stage).toBe('revealing');
    await passTo(asked, 61);
    expect((await newest(device)).stage).toBe('unanswered');
    await device.cancel(account, id);
    expect((await newest(device)).stage).toBe('cancelled');
    await device.requestClose(closing(option));
    expect((await newest(device)).id).toBe(id + 1n);
    await device.cancel(account, id + 1n);
  });

  it('settles a request with a revealed offer after the reveal window', async () => {
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const asked = await newest(device);
    const { id } = asked;
    const nonce = randomNonce();
    const { other, devnet } = market;
    const message = { quotationId: id, offerAmount: 25_000000n, offeror: other.address, nonce };
    const signature = await signOffer(devnet, other, message);
    const sealed = seal(offerText(25_000000n, nonce), offerPublicKey(key) as Hex);
    await market.send(other, 'makeOfferForQuotation', [
      id,
      signature,
      sealed.signingKey,
      sealed.wire,
    ]);
    await passTo(asked, 1);
    await market.send(other, 'revealOffer', [id, 25_000000n, nonce, other.address]);
    expect((await newest(device)).offers[0]?.state).toBe('revealed');
    await passTo(asked, 61);
    expect((await newest(device)).stage).toBe('unsettled');
    await device.settle(account, id);
    expect(await newest(device)).toMatchObject({ stage: 'settled', paid: { amount: 25000000n } });
    expect(await holderOf(option, 'buyer')).toBe(other.address);
  });

  it('refuses a second request about an option from the same device, another device or the other side', async () => {
    const option = await position('buyer');
    const [device, other] = [wallet(), wallet()];
    const first = device.requestClose(closing(option));
    const asked = { code: 'alreadyAsked' };
    await expect(device.requestClose(closing(option))).rejects.toMatchObject(asked);
    await expect(device.tryClose(closing(option))).rejects.toMatchObject(asked);
    await first;
    for (const one of [device, other]) {
      await expect(one.tryClose(closing(option))).rejects.toMatchObject(asked);
      await expect(one.requestClose(closing(option))).rejects.toMatchObject(asked);
    }
    expect([device.asked.length, other.asked.length]).toEqual([1, 0]);
    const { id, stageEnd } = await newest(device);
    const holder = { ...closing(option), account: market.maker.address };
    await expect(other.tryClose(holder)).rejects.toMatchObject({
      code: 'askedByOther',
      details: { id: `${id}`, requester: account, until: (stageEnd ?? 0) + 60 },
    });
    await device.cancel(account, id);
    await device.tryClose(closing(option));
  });

  it('refuses a request as already made when another device makes the same request during the checks', async () => {
    const option = await position('buyer');
    let reads = 0;
    const slow = quotationsDevice(market, {
      key,
      now: () => Date.now() + ahead,
      answered: async (method, answer) => {
        // The code is read twice: after the open requests are read, and again before the call.
        // Another device's request is made before the second read.
        if (method === 'eth_getCode' && ++reads === 2) await wallet().requestClose(closing(option));
        return answer;
      },
    });
    await expect(slow.requestClose(closing(option))).rejects.toMatchObject({
      code: 'alreadyAsked',
    });
    expect(reads).toBe(2);
    expect(slow.asked).toEqual([]);
    const { id } = await newest();
    await wallet().cancel(account, id);
  });

  it('refuses a request while an earlier worker’s request for the option isn’t mined', async () => {
    const option = await position('buyer');
    const device = wallet();
    const hash = await device.requestClose(closing(option));
    const { id } = await newest(device);
    const { input } = await market.devnet.client.getTransaction({ hash });
    await device.cancel(account, id);
    const woken = quotationsDevice(market, { key, now: () => Date.now() + ahead, sent: [input] });
    await expect(woken.requestClose(closing(option))).rejects.toMatchObject({
      code: 'alreadyAsked',
    });
    await woken.tryClose(closing(await position('buyer')));
  });

  it('rejects a request before asking the user when the factory refuses the book’s options', async () => {
    const option = await position('buyer');
    await setBehaviour(market.devnet, { refusesBookOptions: true });
    const device = wallet();
    await expect(device.tryClose(closing(option))).rejects.toThrow();
    await expect(device.requestClose(closing(option))).rejects.toThrow();
    expect(device.asked).toEqual([]);
    await setBehaviour(market.devnet, {});
  });
});

describe('somebody else’s request about an option', () => {
  it('lets the holder of one side end the other side’s request only after its deadline', async () => {
    const option = await position('buyer');
    const { maker, ask, termsOf, devnet } = market;
    const terms = { ...(await termsOf(option)), requester: maker.address };
    const { id, offerEnd } = await ask(terms, { from: maker });
    const device = wallet();
    await expect(device.tryClose(closing(option))).rejects.toMatchObject({
      code: 'askedByOther',
      details: { id: id.toString(), requester: maker.address, until: offerEnd + 60 },
    });
    await expect(device.settle(account, id)).rejects.toThrow();
    await devnet.advanceTo(offerEnd + 61);
    ahead = (offerEnd + 61) * 1000 - Date.now();
    await device.settle(account, id);
    await device.tryClose(closing(option));
  });
});

describe('buying back a sold position', () => {
  it('transfers the limit into the factory’s escrow after an allowance, and buys the position back', async () => {
    const option = await position('seller');
    const device = wallet();
    const before = await market.balance(account);
    const request = closing(option, { isBuyer: true, limit: tokenAmount(50_000000n) });
    await device.tryClose(request);
    await device.requestClose(request);
    expect(device.asked).toHaveLength(2);
    expect(await market.balance(account)).toBe(before - 50_000000n);
    const view = await newest(device);
    expect(view).toMatchObject({ isBuyer: true, escrow: 50000000n, limit: 50000000n });
    const { id } = view;
    await offer(id, 45_000000n);
    await device.accept({
      account,
      id,
      offeror: market.other.address,
      amount: tokenAmount(45_000000n),
    });
    expect(await holderOf(option, 'seller')).toBe(market.other.address);
    expect((await newest(device)).stage).toBe('settled');
  });

  it('returns exactly the escrow of a cancelled request', async () => {
    const option = await position('seller');
    const device = wallet();
    const before = await market.balance(account);
    const request = closing(option, { isBuyer: true, limit: tokenAmount(50_000000n) });
    await device.requestClose(request);
    await device.cancel(account, (await newest(device)).id);
    expect(await market.balance(account)).toBe(before);
  });
});

describe('offers of honest and other makers', () => {
  let makers: RfqMaker;
  beforeAll(async () => {
    makers = await startRfqMaker({ devnet: market.devnet, delayMs: 0, offers: 1 });
  });
  afterAll(() => makers?.stop());

  it.each([
    ['honest', { offers: ['open'], unreadable: 0 }],
    ['forged', { offers: [], unreadable: 1 }],
    ['replayed', { offers: [], unreadable: 1 }],
    ['garbage', { offers: [], unreadable: 1 }],
    ['revealed worse', { offers: [], unreadable: 1 }],
    ['withdrawn', { offers: ['withdrawn'], unreadable: 0 }],
  ] as const)(
    'lists valid offers and counts unreadable offers from a maker with the conduct “%s”',
    async (conduct, expected) => {
      const option = await position('buyer');
      await makers.answer({ conduct: [conduct] });
      const device = wallet();
      await device.requestClose(closing(option, { limit: tokenAmount(1n) }));
      const view = await eventually(async () => {
        const found = await newest(device);
        const states = found.offers.map(({ state }) => state);
        expect({ offers: states, unreadable: found.unreadable }).toEqual(expected);
        return found;
      });
      await device.cancel(account, view.id);
      expect(await holderOf(option, 'buyer')).toBe(account);
    },
  );

  it('refuses to accept an offer above the escrow of a purchase', async () => {
    const option = await position('seller');
    await makers.answer({ conduct: ['above the reserve'] });
    const device = wallet();
    const before = await market.balance(account);
    await device.requestClose(closing(option, { isBuyer: true, limit: tokenAmount(60_000000n) }));
    const view = await eventually(async () => {
      const found = await newest(device);
      expect(found.offers.map(({ state }) => state)).toEqual(['beyondLimit']);
      return found;
    });
    const [{ offeror = '', amount = tokenAmount(0n) } = {}] = view.offers;
    const { id } = view;
    await expect(device.accept({ account, id, offeror, amount: amount })).rejects.toMatchObject({
      code: 'noSuchOffer',
    });
    await device.cancel(account, id);
    expect(await market.balance(account)).toBe(before);
    await makers.answer({ conduct: [], offers: 0 });
  });

  it('reads offers when the factory’s domain has a different name and version', async () => {
    await setBehaviour(market.devnet, { name: 'Other', version: '7' });
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const id = (await newest(device)).id;
    await offer(id, 30_000000n);
    await newest(device);
    await device.accept({
      account,
      id,
      offeror: market.other.address,
      amount: tokenAmount(30_000000n),
    });
    expect(await holderOf(option, 'buyer')).toBe(market.other.address);
    await setBehaviour(market.devnet, {});
  });

  it('doesn’t complete a sale when the position was transferred before the user accepted the offer', async () => {
    const { devnet, taker, other } = market;
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const id = (await newest(device)).id;
    await offer(id, 30_000000n);
    const args = [true, devnet.accounts.referrer.address] as const;
    const data = encodeFunctionData({ abi: optionAbi, functionName: 'transfer', args });
    await sendFrom(devnet, taker, { to: option, data });
    const before = await market.balance(account);
    const known = device.closed.length;
    await device.accept({ account, id, offeror: other.address, amount: tokenAmount(30_000000n) });
    expect(['void', 'cancelled']).toContain((await newest(device)).stage);
    expect(await market.balance(account)).toBe(before);
    expect(device.closed).toHaveLength(known);
  });
});

describe('a wallet at a node that lies', () => {
  it('lists no offers for a request when a node returns another contract’s logs, malformed logs or no logs', async () => {
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const id = (await newest(device)).id;
    await offer(id, 30_000000n);
    const logs = (change: (answer: unknown) => unknown) => (method: string, answer: unknown) =>
      method === 'eth_getLogs' ? change(answer) : answer;
    const other = { address: market.other.address };
    const foreign = logs((answer) =>
      Array.isArray(answer) ? answer.map((log: object) => ({ ...log, ...other })) : answer,
    );
    expect(await newest(wallet(key, foreign))).toMatchObject({ offers: [], unreadable: 0 });
    for (const answer of [[], null, 'nothing', [null, {}, { topics: 'x' }]])
      expect(
        (
          await newest(
            wallet(
              key,
              logs(() => answer),
            ),
          )
        ).offers,
      ).toEqual([]);
    const dead = wallet(
      key,
      logs(() => expect.unreachable('the node refuses logs')),
    );
    expect(await newest(dead)).toMatchObject({ offers: [] });
    expect(await newest(dead)).not.toHaveProperty('offersFrom');
    await device.cancel(account, id);
  });

  it('uses maker-signed offers from the indexer while no node returns the offers’ logs', async () => {
    const { devnet, other } = market;
    const option = await position('buyer');
    const device = wallet();
    await device.requestClose(closing(option));
    const { id, stageEnd = 0 } = await newest(device);
    await offer(id, 30_000000n);
    const rpc = createRpc({ fetch, urls: () => [devnet.rpcUrl] });
    const [made] =
      (await readOffers(rpc, [{ id, offerEnd: unixSeconds(stageEnd) }])).get(id)?.offers ?? [];
    const wire = offerToWire(made ?? expect.unreachable('the offer is on the chain'));
    const refusing = (method: string, answer: unknown) =>
      method === 'eth_getLogs' ? expect.unreachable('the node refuses logs') : answer;
    const indexedAs = (...offers: readonly unknown[]) =>
      wallet(key, refusing, { offers: Object.fromEntries(offers.entries()) });
    const invented = { ...wire, offeror: devnet.accounts.referrer.address };
    const elsewhere = { ...wire, quotationId: String(id + 1n) };
    const reader = indexedAs(wire, invented, elsewhere, { ...wire, signature: 'x' }, null);
    const view = await newest(reader);
    expect(view).toMatchObject({ offersFrom: 'indexer', unreadable: 1 });
    expect(view.offers.map(({ amount, offeror }) => [amount, offeror.toLowerCase()])).toEqual([
      [30_000000n, other.address.toLowerCase()],
    ]);
    for (const answer of ['nothing', { offers: [] }, null])
      expect(await newest(wallet(key, refusing, answer))).toMatchObject({ offers: [] });
    await reader.accept({ account, id, offeror: other.address, amount: tokenAmount(30_000000n) });
    expect(await holderOf(option, 'buyer')).toBe(other.address);
  });
});
