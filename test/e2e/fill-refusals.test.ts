import type { Page } from 'playwright-core';
import { type Address, encodeFunctionData, type Hex, maxUint256, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { encodeCancel, encodeFill } from '../../shared/orders/calldata.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { contracts, price8 } from '../../shared/units.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import { contractQuote, setOperator } from '../devnet/contract-maker.ts';
import { approve, sendFrom, signOrder } from '../devnet/fill.ts';
import { balanceOf, type Quoting, quoting } from '../devnet/quoting.ts';
import { type DappUser, dappUser } from '../helpers/dapp-user.ts';
import { text, textPattern } from '../helpers/screen-texts.ts';
import { startTrader, type Trader } from '../helpers/trader.ts';

const USDC = tokenNamed('USDC').address;
const BLOCK_SECONDS = 2;
const ONE = contracts(1_000_000n);

let trader: Trader;
let site: DappUser;
let quote: Quoting;

beforeAll(async () => {
  trader = await startTrader({ isAllowed: true });
  quote = quoting(trader.world.devnet);
  site = await dappUser(trader.browser, trader.world.dapp.url);
  await site.answer(await site.connect(), 'Connect');
});
afterAll(async () => trader?.stop());

const send = (from: Address, to: Address, data: Hex) =>
  trader.world.devnet.send({ from, to, data });
const allow = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOOK_R12, amount] });
const give = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
const sent = () =>
  trader.world.devnet.client.getTransactionCount({ address: trader.account.address });

/** Lets the dApp request the fill. Returns the approval window. */
function asked({ order, signature }: SignedOrder): Promise<Page> {
  const data = encodeFill({ order, signature, referrer: zeroAddress, numContracts: ONE });
  const request = {
    method: 'eth_sendTransaction',
    params: [{ from: trader.account.address, to: BOOK_R12, data }],
  };
  return site.approval(() =>
    site.page.evaluate(`void ethereum.request(${JSON.stringify(request)}).catch(() => undefined)`),
  );
}

/**
 * Changes the chain while the prompt is open. Expects that Confirm signs nothing and shows the
 * reason.
 */
async function refusedAfter(
  signed: SignedOrder,
  happens: () => Promise<unknown>,
  words: RegExp,
): Promise<void> {
  const window = await asked(signed);
  await window.getByText(textPattern('approvals.simulated')).waitFor();
  for (const box of await window.getByRole('checkbox').all()) await box.check();
  const confirm = window.getByRole('button', { name: text('approvals.confirm'), exact: true });
  await window.locator('button:enabled', { hasText: text('approvals.confirm') }).waitFor();
  await happens();
  // Waits until the window's simulation has expired, after one block of Base. Only then does
  // Confirm simulate again.
  const { devnet } = trader.world;
  const end = (await devnet.now()) + BLOCK_SECONDS + 1;
  await expect.poll(() => devnet.now()).toBeGreaterThan(end);
  const before = await sent();
  await confirm.click();
  await window.getByText(words).first().waitFor();
  expect(await sent()).toBe(before);
  await site.answer(window, 'Reject');
}

describe('the wallet with a fill that would fail', () => {
  it('doesn’t sign a fill when another taker’s fill used up the budget', async () => {
    const { devnet } = trader.world;
    const [, other] = devnet.accounts.takers;
    if (other === undefined) throw new Error('The devnet has one taker only.');
    await devnet.fund(other.address, { usdc: 10n ** 12n });
    await approve(devnet, other, { token: USDC, amount: maxUint256 });
    const orderExpiry = (await devnet.now()) + 700;
    const budget = 2_500_000000n;
    const signed = await quote({ orderExpiry, budget });
    const sibling = await quote({ orderExpiry, budget, price: 45_00000000n });
    const { order, signature } = sibling;
    const data = encodeFill({ order, signature, referrer: zeroAddress, numContracts: ONE });
    await refusedAfter(
      signed,
      () => sendFrom(devnet, other, { to: BOOK_R12, data }),
      textPattern('fill.wouldFail.exhausted'),
    );
  });

  it('doesn’t sign a fill when the maker cancelled the quote', async () => {
    const { devnet } = trader.world;
    const signed = await quote();
    await refusedAfter(
      signed,
      () =>
        sendFrom(devnet, devnet.accounts.maker, {
          to: BOOK_R12,
          data: encodeCancel(signed.order),
        }),
      textPattern('fill.wouldFail.cancelled'),
    );
  });

  it('doesn’t sign a fill when the maker’s contract revoked its signer', async () => {
    const { devnet } = trader.world;
    const signed = await contractQuote(devnet, quote);
    await refusedAfter(
      signed,
      () => setOperator(devnet, devnet.accounts.deployer.address),
      textPattern('fill.wouldFail.signer'),
    );
  });

  it.each(['taker', 'maker'] as const)(
    'doesn’t sign a fill when the %s doesn’t have enough tokens',
    async (who) => {
      const { accounts } = trader.world.devnet;
      const from = who === 'taker' ? trader.account.address : accounts.maker.address;
      const all = await balanceOf(trader.world.devnet, from);
      const signed = await quote();
      await trader.world.devnet.impersonate(from);
      await refusedAfter(
        signed,
        () => send(from, USDC, give(accounts.deployer.address, all)),
        textPattern(who === 'taker' ? 'fill.wouldFail.balance' : 'fill.wouldFail.makerBalance'),
      );
      await trader.world.devnet.fund(from, { usdc: all });
    },
  );

  it('doesn’t sign a fill when the allowance is missing', async () => {
    const { address } = trader.account;
    await trader.world.devnet.impersonate(address);
    await refusedAfter(
      await quote(),
      () => send(address, USDC, allow(0n)),
      textPattern('fill.wouldFail.allowance'),
    );
    await send(address, USDC, allow(maxUint256));
  });

  it.each(['a field was altered', 'its implementation is unknown'] as const)(
    'shows no Confirm button for the fill of an order when %s',
    async (how) => {
      const { maker } = trader.world.devnet.accounts;
      const genuine = await quote();
      const signed =
        how === 'a field was altered'
          ? { ...genuine, order: { ...genuine.order, price: price8(1n) } }
          : await signOrder(maker, { ...genuine.order, implementation: BOOK_R12 });
      const window = await asked(signed);
      await window.getByText(textPattern('fill.refusal')).first().waitFor();
      expect(
        await window.getByRole('button', { name: text('approvals.confirm'), exact: true }).count(),
      ).toBe(0);
      expect(await window.getByRole('checkbox').count()).toBe(0);
      await site.answer(window, 'Reject');
    },
  );

  // This test runs last, because advancing the chain's time affects all tests after it.
  it('doesn’t sign a fill when the quote expired while the prompt was open', async () => {
    const signed = await quote();
    const ends = signed.order.orderExpiryTimestamp;
    await refusedAfter(
      signed,
      () => trader.world.devnet.advanceTo(ends + 1),
      textPattern('fill.wouldFail.expired'),
    );
  });
});
