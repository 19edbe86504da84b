import type { Address } from 'viem';
import type { AssetMove } from '../../../shared/approvals/view.ts';
import type { Place } from '../../../shared/chain/place.ts';
import { exactAmount, shortAddress } from '../../../shared/format.ts';
import { amountWords } from '../orders/market-words.ts';
import { assetOf } from './merge-moves.ts';

/** A token amount (base units) as a move; raw units where the token is unknown. */
export function tokenMove(address: Address, amount: bigint, place: Place): AssetMove {
  const token = place.tokenAt(address);
  const asset = assetOf(address, amount);
  return token === undefined
    ? { symbol: shortAddress(address), amount: amount.toString(), exact: amount.toString(), asset }
    : {
        symbol: token.symbol,
        amount: amountWords(amount, token.decimals),
        exact: exactAmount(amount, token.decimals),
        asset,
      };
}
