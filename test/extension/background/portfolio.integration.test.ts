import { type Address, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostSendable } from '../../../entrypoints/background/chain/most-sendable.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { readPortfolio } from '../../../entrypoints/background/positions/portfolio.ts';
import {
  createDelegations,
  readElsewhere,
} from '../../../entrypoints/background/positions/portfolio-cache.ts';
import { codeOf, DELEGATOR } from '../../../shared/chain/delegation.ts';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import { epochMs } from '../../../shared/units.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';

const HOLDER: Address = '0x00000000000000000000000000000000c0ffee01';
const clock = { now: () => epochMs(1_763_650_000_000) };

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
  await devnet.fund(HOLDER, {
    eth: parseEther('2'),
    usdc: 1_500_000000n,
    cbxrp: 7_000000n,
    abasusdc: 3_000000n,
  });
});
afterAll(() => devnet?.stop());

const rpc = () => createRpc({ fetch, urls: () => [devnet.rpcUrl] });
const addressOf = (symbol: string) =>
  TOKENS.find((token) => token.symbol === symbol)?.address ?? '';
const watch = (symbol: string, called = symbol) => ({
  chainId: CHAIN_ID,
  address: addressOf(symbol),
  symbol: called,
  decimals: 6,
});

const read = (watched: Parameters<typeof readPortfolio>[0]['watched'] = []) =>
  readPortfolio({ client: rpc(), clock, account: HOLDER, watched });

describe('the portfolio on Base', () => {
  it('lists the values of the coin, the built-in tokens and the lending pool’s receipts that the account holds', async () => {
    const { balances, totalUsdCents } = await read();
    expect(balances.map(({ symbol, amount, usdCents }) => [symbol, amount, usdCents])).toEqual([
      ['ETH', parseEther('2'), 518000n],
      ['USDC', 1500000000n, 150000n],
      ['WETH', 0n, 0n],
      ['cbBTC', 0n, 0n],
      ['aBasUSDC', 3000000n, 300n],
    ]);
    expect(totalUsdCents).toBe(668300n);
  });

  it('lists a watched token without a known price, and leaves the token out of the total', async () => {
    const { balances, totalUsdCents } = await read([watch('cbXRP')]);
    expect(balances.at(-1)).toMatchObject({
      symbol: 'cbXRP',
      amount: 7000000n,
      name: expect.stringMatching(/^0x/),
    });
    expect(balances.at(-1)).not.toHaveProperty('usdCents');
    expect(totalUsdCents).toBe(668300n);
  });

  it('prices a watched token by its address, never by its claimed name', async () => {
    const miswritten = `0x${addressOf('cbXRP').slice(2).toUpperCase()}`;
    const { balances } = await read([
      watch('aBasUSDC'),
      { ...watch('cbXRP', 'USDC'), address: miswritten },
    ]);
    expect(balances.slice(-2).map(({ symbol, usdCents }) => [symbol, usdCents])).toEqual([
      ['aBasUSDC', 300n],
      ['USDC', undefined],
    ]);
  });

  it('names a foreign contract to which an account delegates, but not the wallet’s own delegator', async () => {
    const read = () => createDelegations({ clock }).of(rpc(), HOLDER, false);
    expect(await read()).toEqual({});
    const setCode = (code: string) =>
      devnet.client.request({ method: 'anvil_setCode' as never, params: [HOLDER, code] as never });
    const target = addressOf('USDC');
    await setCode(`0xef0100${target.slice(2)}`);
    expect(await read()).toEqual({ delegatedTo: target });
    await setCode(codeOf(DELEGATOR));
    expect(await read()).toEqual({});
    await setCode('0x');
  });

  it('leaves out a watched address that isn’t a token, and lists a built-in token only once even if the user also watches it', async () => {
    const nothing = { ...watch('cbXRP'), address: `0x${'12'.repeat(20)}` };
    const { balances } = await read([nothing, watch('USDC')]);
    expect(balances).toHaveLength(5);
  });
});

describe('the portfolio on an added network', () => {
  it('lists the coin and the watched tokens of an added network', async () => {
    const rows = await readElsewhere({
      rpc: rpc(),
      network: { chainId: 10, name: 'Elsewhere', symbol: 'XYZ', rpcUrls: [] },
      account: HOLDER,
      watched: [{ ...watch('cbXRP'), chainId: 10 }, watch('USDC')],
    });
    expect(rows.map(({ symbol, amount, network }) => [symbol, amount, network])).toEqual([
      ['XYZ', parseEther('2'), 'Elsewhere'],
      ['cbXRP', 7000000n, 'Elsewhere'],
    ]);
  });

  it("leaves out an added network whose node doesn't respond", async () => {
    const rows = await readElsewhere({
      rpc: createRpc({ fetch, urls: () => ['http://127.0.0.1:1'] }),
      network: { chainId: 10, name: 'Elsewhere', symbol: 'XYZ', rpcUrls: [] },
      account: HOLDER,
      watched: [],
    });
    expect(rows).toEqual([]);
  });
});

describe('the highest amount that can be sent', () => {
  const most = (to: Address) =>
    mostSendable({ rpc: rpc(), chainId: CHAIN_ID, account: HOLDER, to });

  it('offers nearly the whole balance, and the node can estimate the gas to send the offered amount', async () => {
    const to = devnet.accounts.maker.address;
    const value = await most(to);
    expect(value).toBeGreaterThan(parseEther('1.99'));
    const gas = await devnet.client.estimateGas({ account: HOLDER, to, value });
    expect(gas).toBe(21_000n);
  });

  it('offers zero when the account has no coin to pay the fee', async () => {
    const poor: Address = '0x00000000000000000000000000000000c0ffee02';
    const rest = await mostSendable({ rpc: rpc(), chainId: CHAIN_ID, account: poor, to: HOLDER });
    expect(rest).toBe(0n);
  });
});
