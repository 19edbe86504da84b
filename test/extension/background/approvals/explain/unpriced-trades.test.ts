import fc from 'fast-check';
import { zeroAddress, zeroHash } from 'viem';
import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../../../shared/chain/deployments.ts';
import samples from '../../../../vectors/signed-samples.json' with { type: 'json' };
import { SIGNER, shownTypedData } from '../../../helpers/typed-data.ts';

const UNKNOWN = '0x1234567890123456789012345678901234567890';
const UNKNOWN_WORTH = 'for something that Condor doesn’t know';
const GENUINE = 'Condor can’t tell whether this collectible is genuine.';
const LITTLE = 'I agree to an offer that gets me less than about five dollars.';

function dataOf(name: string) {
  const found = samples.cases.find((sample) => sample.name === name);
  if (found === undefined) throw new TypeError(`sample missing: ${name}`);
  return found.data;
}
const SWAP = dataOf('a CoW order');
const LISTING = dataOf('a listing for the chain’s coin');

function token(symbol: string) {
  const found = TOKENS.find((known) => known.symbol === symbol);
  if (found === undefined) throw new TypeError(`token missing: ${symbol}`);
  return found.address;
}
const USDC = token('USDC');
const WETH = token('WETH');

const units = (amount: bigint) => amount.toString();

/** An order of CoW Protocol. */
const swap = (sellToken: string, sold: bigint, buyToken: string, bought: bigint) => ({
  ...SWAP,
  message: {
    ...SWAP.message,
    ...{ sellToken, sellAmount: units(sold), buyToken, buyAmount: units(bought) },
    ...{ feeAmount: '0', receiver: SIGNER },
  },
});

interface Item {
  readonly itemType: number;
  readonly token: string;
  readonly amount: bigint;
}
const COLLECTIBLE: Item = { itemType: 2, token: UNKNOWN, amount: 1n };
const coin = (amount: bigint): Item => ({ itemType: 0, token: zeroAddress, amount });
const erc20 = (address: string, amount: bigint): Item => ({ itemType: 1, token: address, amount });

const itemOf = ({ itemType, token: address, amount }: Item) => ({
  ...{ itemType, token: address, identifierOrCriteria: itemType === 2 ? '1' : '0' },
  ...{ startAmount: units(amount), endAmount: units(amount) },
});

const order = (gives: readonly Item[], gets: readonly Item[]) => ({
  ...LISTING.message,
  ...{ offerer: SIGNER, zoneHash: zeroHash },
  offer: gives.map(itemOf),
  consideration: gets.map((item) => ({ ...itemOf(item), recipient: SIGNER })),
});

/** An order of Seaport. */
const listing = (gives: readonly Item[], gets: readonly Item[]) => ({
  ...LISTING,
  message: order(gives, gets),
});

const onNetwork = <Data extends { readonly domain: object }>(chainId: number, data: Data) => ({
  ...data,
  domain: { ...data.domain, chainId },
});

/** Two Seaport orders under one signature. */
const twoListings = (...orders: readonly ReturnType<typeof order>[]) => ({
  ...LISTING,
  primaryType: 'BulkOrder',
  types: { ...LISTING.types, BulkOrder: [{ name: 'tree', type: 'OrderComponents[2]' }] },
  message: { tree: orders },
});

const dangerOf = async (data: object) => (await shownTypedData(data, { account: SIGNER })).danger;

describe('a trade that gives money for something without a price', () => {
  it.each([
    ['100,000 USDC for one unit of an unknown token', swap(USDC, 10n ** 11n, UNKNOWN, 1n)],
    ['100 WETH for one unit of an unknown token', swap(WETH, 10n ** 20n, UNKNOWN, 1n)],
    [
      'money for an unknown token in one of two orders',
      twoListings(
        order([erc20(USDC, 10n ** 11n)], [erc20(UNKNOWN, 1n)]),
        order([COLLECTIBLE], [coin(10n ** 18n)]),
      ),
    ],
  ])('warns when an order gives money for an asset without a price: %s', async (_, data) => {
    expect(await dangerOf(data)).toContain(UNKNOWN_WORTH);
  });

  it('warns when the account gives $100,000 for an unknown token and $10', async () => {
    const data = listing([erc20(USDC, 10n ** 11n)], [erc20(UNKNOWN, 1n), erc20(USDC, 10n ** 7n)]);
    expect(await dangerOf(data)).toContain('I agree to give $100,000.00 for $10.00');
  });

  it('warns when the account gives a collectible and $100,000 for $10', async () => {
    const data = listing([COLLECTIBLE, erc20(USDC, 10n ** 11n)], [erc20(USDC, 10n ** 7n)]);
    expect(await dangerOf(data)).toContain('I agree to give $100,000.00 for $10.00');
  });

  it('shows no danger for a bid for a collectible, but a warning about the collectible’s contract', async () => {
    const { danger, checks } = await shownTypedData(
      listing([erc20(WETH, 10n ** 17n)], [COLLECTIBLE]),
      { account: SIGNER },
    );
    expect(danger).toBeUndefined();
    expect(checks).toContainEqual(
      expect.objectContaining({ status: 'warned', detail: expect.stringContaining(GENUINE) }),
    );
  });
});

describe('a trade that gives something without a price', () => {
  it.each([
    ['10²⁴ units of an unknown token for a cent', swap(UNKNOWN, 10n ** 24n, USDC, 10_000n)],
    ['a collectible for a millionth of a coin', listing([COLLECTIBLE], [coin(10n ** 12n)])],
    ['a collectible for a cent', listing([COLLECTIBLE], [erc20(USDC, 10_000n)])],
    ['a collectible for $4.99', listing([COLLECTIBLE], [erc20(USDC, 4_990_000n)])],
    [
      'a collectible for a cent in one of two orders',
      twoListings(
        order([COLLECTIBLE], [erc20(USDC, 10_000n)]),
        order([COLLECTIBLE], [coin(10n ** 18n)]),
      ),
    ],
  ])(
    'warns when the account gives an asset without a price for almost no money: %s',
    async (_, data) => {
      expect(await dangerOf(data)).toContain(LITTLE);
    },
  );

  it('warns when the account exchanges a collectible for an unknown collectible and almost no money', async () => {
    const data = listing([COLLECTIBLE], [COLLECTIBLE, coin(10n ** 12n)]);
    expect(await dangerOf(data)).toContain(UNKNOWN_WORTH);
  });

  it.each([137, 56])('treats the coin of network %d as an asset without a price', async (id) => {
    const data = onNetwork(id, listing([COLLECTIBLE], [coin(2n * 10n ** 15n)]));
    expect(await dangerOf(data)).toContain(UNKNOWN_WORTH);
  });

  it('values ether on a different network like ether on Base', async () => {
    const data = onNetwork(10, listing([COLLECTIBLE], [coin(2n * 10n ** 15n)]));
    expect(await dangerOf(data)).toBeUndefined();
  });

  it.each([
    ['five dollars', erc20(USDC, 5_000_000n)],
    ['0.002 ETH', coin(2n * 10n ** 15n)],
  ])('shows no danger when the account gives a collectible for %s', async (_, price) => {
    expect(await dangerOf(listing([COLLECTIBLE], [price]))).toBeUndefined();
  });
});

describe('a listed token that isn’t a token of the market', () => {
  const COW_COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
  const DAI = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb';
  const [DOLLARS, WRAPPED] = [
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  ];
  const sold = 10_000n * 10n ** 6n;

  const shownOn = (chainId: number, data: ReturnType<typeof swap>) =>
    shownTypedData(onNetwork(chainId, data), { account: SIGNER, chainId });

  it('compares the value of a listed token that the account gives with the value received, on Base and mainnet', async () => {
    const little = await shownOn(1, swap(DOLLARS, sold, COW_COIN, 2n * 10n ** 15n));
    expect(little.danger).toContain('I agree to give $10,000.00 for $5.00');
    const enough = await shownOn(1, swap(DOLLARS, sold, COW_COIN, 4n * 10n ** 18n));
    expect(enough.danger).toBeUndefined();
    expect(await dangerOf(swap(DAI, 10n ** 22n, USDC, 5n * 10n ** 6n))).toContain('for $5.00');
  });

  it('warns when the account gives wrapped ether for an amount of a listed token that is worth far less', async () => {
    const little = await shownOn(1, swap(WRAPPED, 10n ** 18n, DOLLARS, 6n * 10n ** 6n));
    expect(little.danger).toContain('I agree to give $2,500.00 for $6.00');
  });
});

describe('several orders in one signature', () => {
  const fair = order([erc20(USDC, 2_500n * 10n ** 6n)], [erc20(WETH, 10n ** 18n)]);
  const gain = order([erc20(USDC, 10n ** 6n)], [erc20(WETH, 10n ** 20n)]);
  const bad = order([erc20(WETH, 10n ** 18n)], [erc20(USDC, 100n * 10n ** 6n)]);
  const worse = order([erc20(WETH, 2n * 10n ** 18n)], [erc20(USDC, 10n * 10n ** 6n)]);

  it('judges each order separately, so that a good order doesn’t hide a bad order', async () => {
    for (const orders of [
      [gain, bad],
      [bad, gain],
    ])
      expect(await dangerOf(twoListings(...orders))).toContain(
        'I agree to give $2,500.00 for $100.00',
      );
  });

  it('names the worse of two bad orders', async () => {
    expect(await dangerOf(twoListings(bad, worse))).toContain(
      'I agree to give $5,000.00 for $10.00',
    );
  });

  it('warns of a bad order even if the other order is a gift or a bid for a collectible', async () => {
    const gift = order([erc20(USDC, 10n ** 6n)], []);
    const bid = order([erc20(WETH, 10n ** 17n)], [COLLECTIBLE]);
    for (const other of [gift, bid])
      expect(await dangerOf(twoListings(other, bad))).toContain('for $100.00');
  });

  it('shows no danger when several orders signed at once are fair', async () => {
    expect(await dangerOf(twoListings(fair, fair))).toBeUndefined();
  });

  it('always warns of a bad order, whatever else an attacker adds to the signature', async () => {
    const amount = fc.record({
      asset: fc.constantFrom<'usdc' | 'weth' | 'coin' | 'unknown' | 'collectible'>(
        ...(['usdc', 'weth', 'usdc', 'weth', 'coin', 'unknown', 'collectible'] as const),
      ),
      cents: fc.bigInt({ min: 0n, max: 10_000_000n }),
    });
    type Amount = typeof amount extends fc.Arbitrary<infer Value> ? Value : never;
    const itemFor = ({ asset, cents }: Amount): Item => {
      const ether = (cents * 10n ** 16n) / 2_500n;
      switch (asset) {
        case 'usdc':
          return erc20(USDC, cents * 10n ** 4n);
        case 'weth':
          return erc20(WETH, ether);
        case 'coin':
          return coin(ether);
        case 'unknown':
          return erc20(UNKNOWN, cents);
        case 'collectible':
          return COLLECTIBLE;
      }
    };
    const isPriced = ({ asset }: Amount) => asset !== 'unknown' && asset !== 'collectible';
    const sum = (amounts: readonly Amount[]) =>
      amounts.filter(isPriced).reduce((total, { cents }) => total + cents, 0n);
    const isBid = (gets: readonly Amount[]) => gets.some(({ asset }) => asset === 'collectible');
    const sides = fc.array(amount, { minLength: 1, maxLength: 2 });
    const pair = fc.record({ gives: sides, gets: sides });
    let bad = 0;
    await fc.assert(
      fc.asyncProperty(pair, pair, async (...pairs) => {
        const orders = pairs.map(({ gives, gets }) => order(gives.map(itemFor), gets.map(itemFor)));
        const isBad = pairs.some(
          ({ gives, gets }) =>
            !isBid(gets) && sum(gives) > 100n && 100n * sum(gets) < 89n * sum(gives),
        );
        if (!isBad) return;
        bad += 1;
        expect(await dangerOf(twoListings(...orders))).toBeDefined();
      }),
      { numRuns: 400, seed: 48 },
    );
    expect(bad).toBeGreaterThan(100);
  });
});
