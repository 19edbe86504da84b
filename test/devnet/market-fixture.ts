import { type Address, maxUint256, parseEther } from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { optionBookAbi } from './abi/full.ts';
import { buildOrder, type OrderInput, tokenNamed } from './build-order.ts';
import { type DevnetOptions, startDevnet } from './devnet.ts';
import { approve, signOrder } from './fill.ts';

export const USDC = tokenNamed('USDC');
export const WETH = tokenNamed('WETH');

/** A devnet on which maker and taker own everything and have approved the book for all of it. */
export async function startMarket(options: DevnetOptions = {}) {
  const devnet = await startDevnet(options);
  const { maker } = devnet.accounts;
  const taker = devnet.accounts.takers[0];
  for (const account of [maker, taker]) {
    await devnet.fund(account.address, {
      usdc: 10n ** 13n,
      weth: parseEther('1000'),
      cbbtc: 10n ** 11n,
    });
    for (const symbol of ['USDC', 'WETH', 'cbBTC'])
      await approve(devnet, account, { token: tokenNamed(symbol).address, amount: maxUint256 });
  }
  let quotes = 0;
  return {
    devnet,
    maker,
    taker,
    stop: devnet.stop,
    /** A signed quote of the maker: an ETH put of 2500 at 40.00 for a day, unless said otherwise. */
    quote: async (
      change: Partial<OrderInput> = {},
      book: Address = BOOK_R12,
    ): Promise<SignedOrder> => {
      const now = await devnet.now();
      return signOrder(
        maker,
        buildOrder({
          maker: maker.address,
          product: 'PUT',
          asset: 'ETH',
          strikes: [2_500_00000000n],
          price: 40_00000000n,
          budget: 100_000_000000n,
          expiry: now + 86_400,
          // Orders of one second would be siblings: one nonce, one budget, one cancellation.
          orderExpiry: now + 600 + quotes++,
          ...change,
        }),
        book,
      );
    },
    balance: async (owner: Address, token: Address = USDC.address): Promise<bigint> =>
      devnet.client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      }),
    amountFilled: async (nonce: bigint): Promise<bigint> =>
      devnet.client.readContract({
        address: BOOK_R12,
        abi: optionBookAbi,
        functionName: 'amountFilled',
        args: [nonce],
      }),
  };
}

export type Market = Awaited<ReturnType<typeof startMarket>>;
