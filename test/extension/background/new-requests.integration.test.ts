import { type Address, encodeAbiParameters, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewRequest } from '../../../entrypoints/background/quotations/new-requests.ts';
import { FACTORY_R12, PRICE_FEEDS } from '../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import { contracts, type Price8, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { optionAbi } from '../../devnet/abi/full.ts';
import { answerRequest, newestRequest } from '../../devnet/answer-request.ts';
import { approve } from '../../devnet/fill.ts';
import { USDC, WETH } from '../../devnet/market-fixture.ts';
import { type RfqMarket, startRfqMarket } from '../../devnet/rfq-fixture.ts';
import { quotationsDevice } from '../helpers/quotations-device.ts';

const ONE = contracts(1_000_000n);
const dollars = (...strikes: number[]): Price8[] =>
  strikes.map((strike) => price8(BigInt(strike) * 100_000_000n));

let market: RfqMarket;
let account: Address;
let expiry = unixSeconds(0);

beforeAll(async () => {
  market = await startRfqMarket();
  account = market.taker.address;
  const { timestamp } = await market.devnet.client.getBlock({ blockTag: 'pending' });
  expiry = unixSeconds(Number(timestamp) + 7 * 86_400);
  for (const { address: token } of [USDC, WETH]) {
    await approve(market.devnet, market.maker, { token, amount: maxUint256, spender: FACTORY_R12 });
    // Removes the taker's allowance, so that the factory has only allowances that the wallet
    // requests.
    await approve(market.devnet, market.taker, { token, amount: 0n, spender: FACTORY_R12 });
  }
});
afterAll(() => market?.stop());

const asking = (change: Partial<NewRequest> = {}): NewRequest => ({
  account,
  asset: 'ETH',
  product: 'PUT',
  strikes: dollars(2_500),
  contracts: ONE,
  expiry,
  isBuyer: true,
  limit: tokenAmount(50_000000n),
  window: 60,
  ...change,
});

const allowance = async (token = USDC.address) =>
  market.devnet.client.readContract({
    address: token,
    abi: [
      {
        type: 'function',
        name: 'allowance',
        stateMutability: 'view',
        inputs: [{ type: 'address' }, { type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ],
    functionName: 'allowance',
    args: [account, FACTORY_R12],
  });

/** Makes the request, lets the maker offer, accepts, and returns the option with its facts. */
async function trade(request: NewRequest, amount: bigint) {
  const device = quotationsDevice(market);
  await device.tryNew(request);
  await device.requestNew(request);
  const { id, publicKey } = await newestRequest(market.devnet);
  await answerRequest(market.devnet, { id, publicKey, amount, from: market.maker });
  const [asked] = (await device.read(account)).quotations;
  expect(asked).toMatchObject({
    stage: 'collecting',
    isBuyer: request.isBuyer,
    product: request.product,
    asset: 'ETH',
    limit: request.limit,
    offers: [{ amount, state: 'open' }],
  });
  await device.accept({ account, id, offeror: market.maker.address, amount: tokenAmount(amount) });
  const [traded] = (await quotationsDevice(market).read(account)).quotations;
  expect(traded).toMatchObject({ stage: 'settled', paid: { amount } });
  const option = traded?.option as Address;
  const read = <
    Name extends 'buyer' | 'seller' | 'getStrikes' | 'numContracts' | 'expiryTimestamp',
  >(
    functionName: Name,
  ) => market.devnet.client.readContract({ address: option, abi: optionAbi, functionName });
  return {
    device,
    fee: BigInt(traded?.paid?.fee ?? '0'),
    facts: {
      buyer: await read('buyer'),
      seller: await read('seller'),
      strikes: await read('getStrikes'),
      contracts: await read('numContracts'),
      expiry: await read('expiryTimestamp'),
      implementation: await market.devnet.client.readContract({
        address: option,
        abi: optionAbi,
        functionName: 'getImplementation',
      }),
      feed: await market.devnet.client.readContract({
        address: option,
        abi: optionAbi,
        functionName: 'chainlinkPriceFeed',
      }),
      extra: await market.devnet.client.readContract({
        address: option,
        abi: optionAbi,
        functionName: 'packExtraOptionData',
      }),
      collateral: await market.devnet.client.readContract({
        address: option,
        abi: optionAbi,
        functionName: 'collateralAmount',
      }),
    },
  };
}

/** The terms that an option must have. */
const terms = (request: NewRequest, strikes: readonly bigint[]) => ({
  buyer: request.isBuyer ? account : market.maker.address,
  seller: request.isBuyer ? market.maker.address : account,
  strikes,
  contracts: request.contracts,
  expiry: BigInt(expiry),
  implementation: IMPLEMENTATIONS.find(
    ({ revision, product }) => revision === 'r12' && product === request.product,
  )?.address,
  feed: PRICE_FEEDS.find(({ asset }) => asset === 'ETH')?.address,
});

describe('asking makers for a new option', () => {
  it('buys a put at the offered price with an exact allowance, and gets the rest of the limit back', async () => {
    const request = asking();
    const before = await market.balance(account);
    expect(await quotationsDevice(market).tryNew(request)).toMatchObject({
      needed: 50_000000n,
      pledged: 0n,
      allowed: 0n,
    });
    const { device, facts } = await trade(request, 40_000000n);
    expect(device.asked).toHaveLength(3);
    expect(facts).toMatchObject(terms(request, dollars(2_500)));
    expect(await market.balance(account)).toBe(before - 40_000000n);
    expect(await allowance()).toBe(0n);
  });

  it('transfers nothing when the user asks to sell a put, and transfers the exact collateral at the settlement', async () => {
    const request = asking({ isBuyer: false, limit: tokenAmount(30_000000n) });
    const before = await market.balance(account);
    const device = quotationsDevice(market);
    await device.requestNew(request);
    expect(await market.balance(account)).toBe(before);
    expect(await allowance()).toBe(2_500_000000n);
    await device.cancel(account, (await newestRequest(market.devnet)).id);
    expect((await device.read(account)).leftAllowances).toEqual([
      { token: USDC.address, symbol: 'USDC', decimals: 6, amount: 2_500_000000n },
    ]);
    const { device: later, facts, fee } = await trade(request, 35_000000n);
    // The allowance that remains is enough.
    expect(later.asked).toHaveLength(2);
    expect(facts).toMatchObject({
      ...terms(request, dollars(2_500)),
      collateral: 2_500_000000n,
    });
    expect(await market.balance(account)).toBe(before - 2_500_000000n + 35_000000n - fee);
    expect(await allowance()).toBe(0n);
    expect((await later.read(account)).leftAllowances).toEqual([]);
  });

  it('buys a call whose premium and collateral are wrapped ether', async () => {
    const request = asking({
      product: 'INVERSE_CALL',
      strikes: dollars(2_700),
      contracts: contracts(500_000_000_000_000_000n),
      limit: tokenAmount(20_000_000_000_000_000n),
    });
    const before = await market.balance(account, WETH.address);
    const { facts } = await trade(request, 15_000_000_000_000_000n);
    expect(facts).toMatchObject({
      ...terms(request, dollars(2_700)),
      collateral: 500_000_000_000_000_000n,
    });
    expect(await market.balance(account, WETH.address)).toBe(before - 15_000_000_000_000_000n);
  });

  it('names the strikes of a put spread in descending order, and of a condor in ascending order', async () => {
    const spread = asking({ product: 'PUT_SPREAD', strikes: dollars(2_400, 2_500) });
    const { facts } = await trade(spread, 40_000000n);
    expect(facts).toMatchObject(terms(spread, dollars(2_500, 2_400)));
    const condor = asking({ product: 'PUT_CONDOR', strikes: dollars(2_600, 2_500, 2_300, 2_400) });
    const { facts: second } = await trade(condor, 40_000000n);
    expect(second).toMatchObject(terms(condor, dollars(2_300, 2_400, 2_500, 2_600)));
  });

  it('requests a physical put with its delivery token', async () => {
    const request = asking({ product: 'PHYSICAL_PUT' });
    const { facts } = await trade(request, 40_000000n);
    expect(facts).toMatchObject({
      ...terms(request, dollars(2_500)),
      extra: encodeAbiParameters([{ type: 'address' }], [WETH.address]),
    });
  });

  it('doesn’t send a request when the balance is short, or the limit or the structure is missing', async () => {
    const device = quotationsDevice(market);
    const rich = await market.balance(account);
    const refused = async (change: Partial<NewRequest>) =>
      device.requestNew(asking(change)).then(
        () => 'asked',
        (error: unknown) => (error as { code: string }).code,
      );
    expect(await refused({ limit: tokenAmount(rich + 1n) })).toBe('shortBalance');
    // A larger request would be above the factory's limit.
    const sale = { isBuyer: false, contracts: contracts(300_000_000n) };
    expect(await refused({ ...sale, strikes: dollars(50_000) })).toBe('shortBalance');
    expect(await refused({ limit: tokenAmount(0n) })).toBe('noLimit');
    expect(await refused({ isBuyer: false, limit: tokenAmount(0n) })).toBe('noLimit');
    expect(await refused({ product: 'CALL_SPREAD' })).toBe('noStructure');
    expect(await refused({ asset: 'SOL', product: 'INVERSE_CALL' })).toBe('noStructure');
    expect(await refused({ contracts: contracts(0n) })).toBe('noStructure');
    await expect(device.requestNew(asking({ expiry: unixSeconds(1) }))).rejects.toThrow();
    expect(device.asked).toEqual([]);
  });

  it('refuses a second request for the same option from either of two devices until the first request is over', async () => {
    const [device, other] = [quotationsDevice(market), quotationsDevice(market)];
    const asked = { code: 'alreadyAsked' };
    // The node may answer either request first.
    const both = await Promise.allSettled([asking(), asking()].map(device.requestNew));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both).toContainEqual({ status: 'rejected', reason: expect.objectContaining(asked) });
    const larger = asking({ contracts: contracts(2_000_000n) });
    for (const one of [device, other])
      await expect(one.requestNew(larger)).rejects.toMatchObject(asked);
    expect(other.asked).toEqual([]);
    const { id } = await newestRequest(market.devnet);
    await device.cancel(account, id);
    await other.requestNew(asking());
    await other.cancel(account, (await newestRequest(market.devnet)).id);
  });

  it('refuses to ask again while a former worker’s request isn’t mined', async () => {
    const device = quotationsDevice(market);
    const hash = await device.requestNew(asking());
    await device.cancel(account, (await newestRequest(market.devnet)).id);
    const { input } = await market.devnet.client.getTransaction({ hash });
    const woken = quotationsDevice(market, { sent: [input] });
    await expect(woken.requestNew(asking())).rejects.toMatchObject({ code: 'alreadyAsked' });
    expect(woken.asked).toEqual([]);
  });

  it.each([
    ['the user rejects the request', true],
    ['no node answers', false],
  ])(
    'reports that the allowance remains granted when %s after the approval',
    async (_, isRejected) => {
      const { devnet, taker } = market;
      await approve(devnet, taker, { token: USDC.address, amount: 0n, spender: FACTORY_R12 });
      const device = quotationsDevice(market, {
        rejects: (to) => isRejected && to === FACTORY_R12,
        answered: (method, answer) =>
          !isRejected && method === 'eth_call' && device.asked.length === 1
            ? expect.unreachable('no node')
            : answer,
      });
      await expect(device.requestNew(asking())).rejects.toMatchObject({ code: 'allowedUnasked' });
      expect(await allowance()).toBe(50_000000n);
      expect(device.asked).toHaveLength(1);
    },
  );

  it('keeps the allowance of a running sale when the account makes another request', async () => {
    const device = quotationsDevice(market);
    await device.requestNew(asking({ isBuyer: false }));
    const sale = (await newestRequest(market.devnet)).id;
    await device.requestNew(asking({ limit: tokenAmount(10_000000n) }));
    const purchase = (await newestRequest(market.devnet)).id;
    expect(await allowance()).toBe(2_500_000000n);
    expect((await device.read(account)).leftAllowances).toEqual([]);
    await device.cancel(account, purchase);
    await device.cancel(account, sale);
  });

  it('reports a settled request for a new option as an opening, not as a closing', async () => {
    const device = quotationsDevice(market);
    await trade(asking(), 41_000000n);
    await device.read(account);
    expect(device.opened.length).toBeGreaterThan(0);
    expect(device.closed).toEqual([]);
  });
});
