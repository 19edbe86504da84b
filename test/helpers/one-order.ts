import { maxUint256 } from 'viem';
import { entryToWire } from '../../server/orders/entry.ts';
import { tokenNamed } from '../devnet/build-order.ts';
import type { Devnet } from '../devnet/devnet.ts';
import { approve } from '../devnet/fill.ts';
import { quoting } from '../devnet/quoting.ts';

/**
 * Funds the devnet's maker and first taker. Returns the text of a feed with one order that the
 * taker can fill.
 */
export async function feedOfOneOrder(devnet: Devnet): Promise<string> {
  const { maker, takers } = devnet.accounts;
  await devnet.fund(takers[0].address, { usdc: 10n ** 10n });
  await devnet.fund(maker.address, { usdc: 10n ** 13n });
  await approve(devnet, maker, { token: tokenNamed('USDC').address, amount: maxUint256 });
  const order = entryToWire(await quoting(devnet)({}));
  return JSON.stringify({ data: { orders: [order], market_data: { ETH: 2_590, BTC: 80_000 } } });
}
