import { type Address, encodeFunctionData, maxUint256, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookHandlers } from '../../../entrypoints/background/api/books.ts';
import { eventsOfReceipt } from '../../../entrypoints/background/chain/trade-receipt.ts';
import { explainAllowance } from '../../../entrypoints/background/meaning/explain-allowance.ts';
import { inspectFill } from '../../../entrypoints/background/meaning/inspect-fill.ts';
import { checkBook } from '../../../entrypoints/background/orders/check-book.ts';
import { applyTrades } from '../../../entrypoints/background/positions/apply-trades.ts';
import { createReceiptFacts } from '../../../entrypoints/background/positions/receipt-facts.ts';
import { createVerifier } from '../../../entrypoints/background/positions/verify.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { createTrustedBooks } from '../../../entrypoints/background/state/trusted-books.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID, IMPLEMENTATIONS } from '../../../shared/chain/deployments.ts';
import type { TrustedBook } from '../../../shared/chain/trusted-book.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { withTrustedBook } from '../../../shared/positions/product-of-position.ts';
import { contracts, epochMs, unixSeconds } from '../../../shared/units.ts';
import { approve, signOrder } from '../../devnet/fill.ts';
import { type Market, startMarket, USDC } from '../../devnet/market-fixture.ts';
import { wire } from '../../server/orders/harness.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';
import { createTaker } from '../helpers/taker.ts';
import { wordedFill } from '../helpers/worded.ts';

const ONE = contracts(1_000_000n);
const NEW_BOOK: Address = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4';
const NEW_PUT: Address = '0xAb8483F64d9C6d1EcF9b849Ae677dD3315835cb2';
const BOOK: TrustedBook = {
  address: NEW_BOOK,
  implementations: [{ address: NEW_PUT, product: 'PUT' }],
};

let market: Market;
let untouched: `0x${string}`;

beforeAll(async () => {
  market = await startMarket();
  const { client } = market.devnet;
  await copyCode(BOOK_R12, NEW_BOOK);
  await copyCode(implementation('PUT'), NEW_PUT);
  await approve(market.devnet, market.maker, {
    token: USDC.address,
    amount: maxUint256,
    spender: NEW_BOOK,
  });

  async function copyCode(from: Address, to: Address) {
    const bytecode = await client.getCode({ address: from });
    if (bytecode === undefined) throw new Error('There is nothing to copy.');
    await client.setCode({ address: to, bytecode });
  }
});
afterAll(async () => market?.stop());
beforeEach(async () => {
  untouched = await market.devnet.client.snapshot();
});
afterEach(async () => market.devnet.client.revert({ id: untouched }));

function implementation(product: string): Address {
  const found = IMPLEMENTATIONS.find((one) => one.revision === 'r12' && one.product === product);
  return found?.address ?? expect.unreachable();
}

/** A quote on the new book, for its own implementation. */
async function newQuote(): Promise<SignedOrder> {
  const { order } = await market.quote();
  return signOrder(market.maker, { ...order, implementation: NEW_PUT }, NEW_BOOK);
}

const digestOf = ({ order, optionBookAddress }: SignedOrder) =>
  orderDigest(order, optionBookAddress);

function trustedBooks() {
  return createTrustedBooks({
    stored: stored(memoryAreas(), STORED_KEYS.trustedBooks),
    onChange: () => undefined,
  });
}

async function start(quotes: readonly SignedOrder[], books = trustedBooks()) {
  const offset = (await market.devnet.now()) * 1000 - Date.now();
  const wallet = createTaker({
    devnet: market.devnet,
    now: () => Date.now() + offset,
    trustedBooks: books.all,
    emitters: books.emitters,
    fetch: async () =>
      Response.json({
        data: { orders: quotes.map((quote) => wire(quote)), market_data: { ETH: 2590 } },
      }),
  });
  return { ...wallet, books };
}

describe('orders of a book that Condor does not know', () => {
  it('counts orders of unknown books and option contracts without rows', async () => {
    const { order } = await market.quote();
    const unknown = await signOrder(market.maker, { ...order, implementation: NEW_PUT });
    const wallet = await start([await newQuote(), unknown, await market.quote()]);
    expect(await wallet.rows()).toMatchObject({ rows: [{ side: 'buy' }], refused: [], newer: 2 });
    await expect(wallet.fill(digestOf(unknown), ONE)).rejects.toMatchObject({
      code: 'unknown-product',
    });
    expect(wallet.asked).toEqual([]);
  });

  it('lists and fills orders of a book once it is trusted, and none after that', async () => {
    const quote = await newQuote();
    const wallet = await start([quote]);
    await wallet.books.add(BOOK);
    expect(await wallet.rows()).toMatchObject({ rows: [{ product: 'PUT' }], newer: 0 });
    expect(await wallet.ticket(digestOf(quote))).toMatchObject({ product: 'PUT' });
    const filled = await wallet.fill(digestOf(quote), ONE);
    expect(filled).toMatchObject({ stage: 'indexed', steps: 2, proof: { differing: [] } });
    expect(wallet.asked).toMatchObject([
      { kind: 'approve', spender: NEW_BOOK },
      { kind: 'fill', book: NEW_BOOK, isPinnedBook: false },
    ]);
    await wallet.books.remove(NEW_BOOK.toLowerCase());
    wallet.feed.retrust();
    expect(await wallet.rows()).toMatchObject({ rows: [], newer: 1 });
    await expect(wallet.fill(digestOf(quote), ONE)).rejects.toThrow();
    expect(wallet.asked).toHaveLength(2);
  });

  it('keeps an implementation unknown that is trusted for another book', async () => {
    const { order } = await market.quote();
    const mixed = await signOrder(market.maker, { ...order, implementation: NEW_PUT });
    const wallet = await start([mixed]);
    await wallet.books.add(BOOK);
    expect(await wallet.rows()).toMatchObject({ rows: [], newer: 1 });
  });

  it('proves the origin of positions by a trusted book, and leaves it unproven without trust', async () => {
    const quote = await newQuote();
    const wallet = await start([quote]);
    await wallet.books.add(BOOK);
    const { hash = '' } = await wallet.fill(digestOf(quote), ONE);
    const receipt = await wallet.client.request('eth_getTransactionReceipt', [hash]);
    const at = unixSeconds(await market.devnet.now());
    const events = eventsOfReceipt(receipt, at, hash) ?? expect.unreachable();
    const trades = [{ at: epochMs(at * 1000), events }];
    expect(applyTrades([], trades).positions).toEqual([]);
    const applied = applyTrades([], trades, wallet.books.emitters());
    const positions = applied.positions.map((one) => withTrustedBook(one, wallet.books.all()));
    const read = createReceiptFacts({
      client: wallet.client,
      clock: { now: () => epochMs(Date.now()) },
      emitters: wallet.books.emitters,
    });
    const verified = await createVerifier(wallet.client, read)(positions, applied.backed);
    expect([...verified.values()]).toMatchObject([{ result: 'verified', isTrustedByHand: true }]);
    // Old enough to be final, so its receipt is kept; the trust of then isn't.
    const indexed = positions.map((one) => ({
      ...one,
      entry: { ...one.entry, timestamp: unixSeconds(at - 86_400) },
    }));
    const originOf = async () => [...(await read(indexed)).values()].map(({ origin }) => origin);
    expect(await originOf()).toEqual(['trusted']);
    await wallet.books.remove(NEW_BOOK);
    expect(await originOf()).toEqual(['unknown']);
    await wallet.books.add(BOOK);
    expect(await originOf()).toEqual(['trusted']);
    const bare = await createVerifier(wallet.client, read)(applied.positions, applied.backed);
    expect([...bare.values()]).toMatchObject([{ result: 'disagrees', disagreements: ['code'] }]);
  });
});

describe('the approval window', () => {
  it('names a trusted book as trusted by the user, and refuses it without trust', async () => {
    const quote = await newQuote();
    const wallet = await start([quote]);
    await wallet.feed.refresh();
    const data = encodeFill({ ...quote, referrer: zeroAddress, numContracts: ONE });
    const understanding = understandTransaction({ to: NEW_BOOK, value: '0x0', data });
    if (understanding.kind !== 'fill') return expect.unreachable();
    const inspect = async (books: readonly TrustedBook[]) => {
      const inspection = await inspectFill({
        understanding,
        account: wallet.account,
        client: wallet.client,
        now: unixSeconds(await market.devnet.now()),
        spotOf: wallet.feed.spotOf,
        isInFeed: wallet.feed.has,
        trustedBooks: () => books,
      });
      return wordedFill(understanding, inspection);
    };
    expect((await inspect([])).refusal).toBeDefined();
    const { refusal, checks } = await inspect([BOOK]);
    expect(refusal).toBeUndefined();
    expect(checks).toContainEqual(
      expect.objectContaining({
        label: 'Order book',
        status: 'warned',
        detail: expect.stringMatching(/^Trusted by you/),
      }),
    );
    expect(checks).toContainEqual(
      expect.objectContaining({ label: 'Option contract', detail: 'Put, trusted by you' }),
    );
  });

  it('warns of an allowance to a book that the user trusts, and asks to acknowledge it', () => {
    const args = [NEW_BOOK, 1n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
    const found = understandTransaction({ to: USDC.address, value: '0x0', data });
    if (found.kind !== 'approve') return expect.unreachable();
    const saidWith = (books: readonly TrustedBook[]) =>
      explainAllowance(found, {
        context: chainContext(CHAIN_ID, 'ETH', books),
        isPrivate: false,
        known: [],
        delivery: undefined,
      });
    const { checks, dangers } = saidWith([BOOK]);
    expect(checks[0]?.code).toBe('spender trusted by hand');
    expect(saidWith([]).checks[0]?.code).toBe('spender unknown');
    // Only a pinned book is known to take what a fill needs and no more.
    expect(checks.map(({ status }) => status)).toEqual(['warned', 'warned']);
    expect(dangers).toMatchObject([{ code: 'may take', amount: { units: '1' } }]);
  });
});

describe('trusting a book', () => {
  it('stores a trusted book with checksums for the next worker', async () => {
    const areas = memoryAreas();
    const make = () =>
      createTrustedBooks({
        stored: stored(areas, STORED_KEYS.trustedBooks),
        onChange: () => undefined,
      });
    const wallet = await start([]);
    const handlers = bookHandlers({ client: wallet.client, trustedBooks: make() });
    const lower = NEW_BOOK.toLowerCase();
    expect(await handlers['books.trust']({ book: { ...BOOK, address: lower } })).toEqual({
      problems: [],
    });
    const next = make();
    await next.load();
    expect(next.all()).toEqual([BOOK]);
    await bookHandlers({ client: wallet.client, trustedBooks: next })['books.forget']({
      address: lower,
    });
    expect(next.all()).toEqual([]);
  });

  it('refuses a ninth book and keeps the eight, and still replaces one of them', async () => {
    const books = trustedBooks();
    const others = Array.from({ length: 7 }, (_, i) => `0x${String(i + 1).repeat(40)}`);
    for (const address of others) await books.add({ ...BOOK, address });
    const { client } = await start([]);
    const handlers = bookHandlers({ client, trustedBooks: books });
    expect(await handlers['books.trust']({ book: BOOK })).toEqual({ problems: [] });
    expect(await handlers['books.trust']({ book: BOOK })).toEqual({ problems: [] });
    await books.remove(NEW_BOOK);
    await books.add({ ...BOOK, address: `0x${'8'.repeat(40)}` });
    expect(await handlers['books.trust']({ book: BOOK })).toEqual({ problems: [{ kind: 'full' }] });
    expect(books.all()).toHaveLength(8);
    expect(books.isTrusted(others[0] ?? '')).toBe(true);
  });

  it.each<[string, Partial<TrustedBook>, object]>([
    ['the built-in book', { address: BOOK_R12 }, { kind: 'built in' }],
    [
      'a wrong checksum',
      { address: NEW_BOOK.replace('B', 'b') },
      { kind: 'checksum', address: NEW_BOOK.replace('B', 'b') },
    ],
    [
      'an address without code',
      { address: `0x${'77'.repeat(20)}` },
      { kind: 'no code', address: `0x${'77'.repeat(20)}` },
    ],
    ['a contract that is not a book', { address: USDC.address }, { kind: 'not a book' }],
    [
      'an option contract of another product',
      { implementations: [{ address: NEW_PUT, product: 'INVERSE_CALL' }] },
      { kind: 'other product', address: NEW_PUT },
    ],
    [
      'an option contract that is a token',
      { implementations: [{ address: USDC.address, product: 'PUT' }] },
      { kind: 'other product', address: USDC.address },
    ],
    [
      'an option contract twice',
      { implementations: [...BOOK.implementations, ...BOOK.implementations] },
      { kind: 'repeated', address: NEW_PUT },
    ],
  ])('refuses to trust a book for %s', async (_, change, problem) => {
    const wallet = await start([]);
    expect(await checkBook(wallet.client, { ...BOOK, ...change })).toContainEqual(problem);
  });

  it('accepts every product of the built-in revision', async () => {
    const wallet = await start([]);
    const names = [
      'PUT',
      'INVERSE_CALL',
      'LINEAR_CALL',
      'CALL_SPREAD',
      'PUT_FLY',
      'RANGER',
    ] as const;
    const implementations = names.map((product) => ({ address: implementation(product), product }));
    expect(await checkBook(wallet.client, { ...BOOK, implementations })).toEqual([]);
  });
});
