import type { Address } from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { buildOrder, type OrderInput, tokenNamed } from './build-order.ts';
import type { Devnet } from './devnet.ts';
import { signOrder } from './fill.ts';

export type Quoting = (change?: Partial<OrderInput>, book?: Address) => Promise<SignedOrder>;

export function quoting(devnet: Devnet): Quoting {
  const { maker } = devnet.accounts;
  let quotes = 0;
  return async (change = {}, book = BOOK_R12) => {
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
        // Each order expires at a different second. Orders that expire in the same second would
        // share one nonce, one budget and one cancellation.
        orderExpiry: now + 600 + quotes++,
        ...change,
      }),
      book,
    );
  };
}

/** Returns an account's balance of a token in base units; by default of USDC. */
export function balanceOf(
  { client }: Pick<Devnet, 'client'>,
  owner: Address,
  token: Address = tokenNamed('USDC').address,
): Promise<bigint> {
  return client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  });
}
