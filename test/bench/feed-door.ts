import type { ServerResponse } from 'node:http';
import { encodeFunctionData, maxUint256 } from 'viem';
import { entryToWire } from '../../server/orders/entry.ts';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12, TOKENS } from '../../shared/chain/deployments.ts';
import type { WalletInUse } from '../helpers/wallet-in-use.ts';
import { ORDER_MAKERS, signedOrder } from './signed-orders.ts';

export interface FeedDoor {
  /**
   * Publishes `count` orders, starting with the order number `from`, with at most `expiries`
   * expiries (default: twelve).
   */
  publish(from: number, count: number, expiries?: number): void;
  /** Epoch milliseconds at which the last byte of the last response was sent. */
  sentAt: number;
  /** Leaves requests unanswered until `answer` is called. */
  hang(): void;
  answer(): void;
}

/** Replaces the wallet's feed, at the path below the vault server where the wallet looks for it. */
export function feedDoor({ world }: WalletInUse): FeedDoor {
  const start = Math.floor(Date.now() / 1000);
  let text = '';
  let hung: ServerResponse[] | undefined;
  const door: FeedDoor = {
    publish(from, count, expiries) {
      const orders = Array.from({ length: count }, (_, i) =>
        entryToWire(signedOrder(from + i, start, expiries)),
      );
      text = JSON.stringify({ data: { orders, market_data: { ETH: 2_590.12, BTC: 80_300.5 } } });
    },
    sentAt: 0,
    hang() {
      hung = [];
    },
    answer() {
      for (const response of hung ?? []) response.destroy();
      hung = undefined;
    },
  };
  world.intercept = (seen, response) => {
    if (seen.path !== '/orders/') return undefined;
    return (async () => {
      if (hung !== undefined) {
        hung.push(response);
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(text, () => {
        door.sentAt = Date.now();
      });
    })();
  };
  return door;
}

/**
 * Gives the makers collateral and an allowance. Without these, the list leaves out their orders.
 */
export async function equipMakers({ devnet }: WalletInUse): Promise<void> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [BOOK_R12, maxUint256],
  });
  const [collateral] = TOKENS;
  if (collateral === undefined) throw new Error('no token is known');
  for (const maker of ORDER_MAKERS) {
    await devnet.fund(maker, { eth: 10n ** 18n, [collateral.symbol.toLowerCase()]: 10n ** 15n });
    await devnet.send({ from: maker, to: collateral.address, data });
  }
}
