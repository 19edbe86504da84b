import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understand.ts';
import type { AssetMove } from '../../../shared/approvals/view.ts';
import { exactAmount, formatAmount, shortAddress } from '../../../shared/format.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';

/** One sentence for the activity list: what a transaction did. */
export function wordsFor(understanding: Understanding): string {
  switch (understanding.kind) {
    case 'fill': {
      const { order } = understanding.fill;
      const { label, asset, takerSide, collateral } = describeOrder(order);
      const count = formatAmount(order.numContracts, collateral?.decimals ?? 0);
      return `${takerSide === 'buy' ? 'Bought' : 'Sold'} ${count} × ${asset ?? 'unknown asset'} ${label.toLowerCase()}`;
    }
    case 'approve':
      return `Allowed ${shortAddress(understanding.spender)} to take ${amountOf(understanding)}`;
    case 'transfer':
      return `Sent ${amountOf(understanding)} to ${shortAddress(understanding.to)}`;
    case 'send':
      return `Sent ${formatAmount(understanding.value, 18)} ETH to ${shortAddress(understanding.to)}`;
    case 'deploy':
      return 'Deployed a contract';
    case 'unreadable':
      return `Called ${understanding.name} with unreadable data on ${shortAddress(understanding.to)}`;
    case 'unknown':
      return `Called an unknown function on ${shortAddress(understanding.to)}`;
  }
}

/** A token amount with its symbol; raw units where the token is unknown. */
export function amountOf(move: { token: `0x${string}`; amount: bigint }): string {
  const token = tokenAt(move.token);
  return token === undefined
    ? `${move.amount} units of ${shortAddress(move.token)}`
    : `${formatAmount(move.amount, token.decimals)} ${token.symbol}`;
}

/** The allowance that a transaction grants, to be listed and revoked later. Amount in base units. */
export function allowanceOf(
  understanding: Understanding,
): { token: string; spender: string; amount: string } | undefined {
  if (understanding.kind !== 'approve') return undefined;
  const { token, spender, amount } = understanding;
  return { token, spender, amount: amount.toString() };
}

/** A token amount (base units) as a move; raw units where the token is unknown. */
export function tokenMove(address: Address, amount: bigint): AssetMove {
  const token = tokenAt(address);
  return token === undefined
    ? { symbol: shortAddress(address), amount: amount.toString(), exact: amount.toString() }
    : {
        symbol: token.symbol,
        amount: formatAmount(amount, token.decimals),
        exact: exactAmount(amount, token.decimals),
      };
}
