import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { AssetMove } from '../../../shared/approvals/view.ts';
import type { Place } from '../../../shared/chain/place.ts';
import { exactAmount, formatAmount, formatUtc, shortAddress } from '../../../shared/format.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';

/** What a transaction does: as asked before it is sent, and as told in the activity list after. */
interface Words {
  readonly ask: string;
  readonly told: string;
}

const both = (verb: readonly [ask: string, told: string], rest: string): Words => ({
  ask: `${verb[0]} ${rest}`,
  told: `${verb[1]} ${rest}`,
});

/** The sentence of the approval window. */
export function sentenceFor(understanding: Understanding, place: Place): string {
  return words(understanding, place).ask;
}

/** The sentence of the activity list. */
export function wordsFor(understanding: Understanding, place: Place): string {
  return words(understanding, place).told;
}

function words(found: Understanding, place: Place): Words {
  switch (found.kind) {
    case 'fill':
      return orderWords(found.fill.order, '');
    case 'swap and fill':
      return orderWords(
        found.order,
        `, paid by swapping ${amountOf({ token: found.swapToken, amount: found.swapAmount }, place)}`,
      );
    case 'cancel orders': {
      const { length } = found.orders;
      return both(
        ['Cancel', 'Cancelled'],
        length === 1 ? 'your order' : `${length} of your orders`,
      );
    }
    case 'cancel before':
      return both(
        ['Cancel', 'Cancelled'],
        `all your orders that end before ${formatUtc(found.cutoff)}`,
      );
    case 'claim fees':
      return both(['Claim', 'Claimed'], `your referrer fees in ${nameOf(found.token, place)}`);
    case 'payout':
      return both(['Settle', 'Settled'], 'the option and pay both sides out');
    case 'close':
      return both(['Close', 'Closed'], 'the option and take its collateral back');
    case 'return excess collateral':
      return both(['Take', 'Took'], 'collateral back that the option does not need');
    case 'split':
      return both(['Split', 'Split'], 'the option in two');
    case 'reclaim collateral':
      return both(['Take', 'Took'], `collateral back out of option ${shortAddress(found.owned)}`);
    case 'transfer option':
      return both(
        ['Give', 'Gave'],
        `your side of the option (${sideOf(found)}) to ${shortAddress(found.target)}`,
      );
    case 'allow option transfer':
      return found.isAllowed
        ? both(
            ['Allow', 'Allowed'],
            `${shortAddress(found.target)} to take your side of the option`,
          )
        : both(
            ['Forbid', 'Forbade'],
            `${shortAddress(found.target)} to take your side of the option`,
          );
    case 'approve':
      return both(
        ['Allow', 'Allowed'],
        `${shortAddress(found.spender)} to take ${amountOf(found, place)}`,
      );
    case 'increase allowance':
      return both(
        ['Allow', 'Allowed'],
        `${shortAddress(found.spender)} to take ${amountOf(found, place)} more than before`,
      );
    case 'transfer':
      return both(['Send', 'Sent'], `${amountOf(found, place)} to ${shortAddress(found.to)}`);
    case 'transfer from':
      return both(
        ['Move', 'Moved'],
        `${amountOf(found, place)} from ${shortAddress(found.from)} to ${shortAddress(found.to)}`,
      );
    case 'allow all':
      return found.isAllowed
        ? both(
            ['Allow', 'Allowed'],
            `${shortAddress(found.operator)} to take all your collectibles of ${shortAddress(found.token)}`,
          )
        : both(
            ['Forbid', 'Forbade'],
            `${shortAddress(found.operator)} to take your collectibles of ${shortAddress(found.token)}`,
          );
    case 'allow item':
      return both(
        ['Allow', 'Allowed'],
        `${shortAddress(found.operator)} to take collectible ${found.item} of ${shortAddress(found.token)}`,
      );
    case 'transfer item':
      return both(
        ['Send', 'Sent'],
        `collectible ${found.item} of ${shortAddress(found.token)} to ${shortAddress(found.to)}`,
      );
    case 'wrap':
      return both(['Wrap', 'Wrapped'], `${formatAmount(found.amount, 18)} ETH`);
    case 'unwrap':
      return both(['Unwrap', 'Unwrapped'], `${formatAmount(found.amount, 18)} WETH`);
    case 'send':
      return both(
        ['Send', 'Sent'],
        `${formatAmount(found.value, 18)} ${place.coin} to ${shortAddress(found.to)}`,
      );
    case 'multicall': {
      const [only] = found.calls;
      return only !== undefined && found.calls.length === 1
        ? words(only, place)
        : both(['Make', 'Made'], `${found.calls.length} calls in one`);
    }
    case 'deploy':
      return both(['Deploy', 'Deployed'], 'a contract');
    case 'unreadable':
      return both(
        ['Call', 'Called'],
        `${found.name} with unreadable data on ${shortAddress(found.to)}`,
      );
    case 'unknown':
      return both(['Call', 'Called'], `an unknown function on ${shortAddress(found.to)}`);
  }
}

function orderWords(order: Order, rest: string): Words {
  const { label, asset, takerSide, collateral } = describeOrder(order);
  const count = formatAmount(order.numContracts, collateral?.decimals ?? 0);
  const verb = takerSide === 'buy' ? (['Buy', 'Bought'] as const) : (['Sell', 'Sold'] as const);
  return both(verb, `${count} × ${asset ?? 'unknown asset'} ${label.toLowerCase()}${rest}`);
}

export function sideOf({ isBuyer }: { readonly isBuyer: boolean }): string {
  return isBuyer ? 'the buyer’s' : 'the seller’s';
}

function nameOf(token: Address, place: Place): string {
  return place.tokenAt(token)?.symbol ?? `units of ${shortAddress(token)}`;
}

/** A token amount with its symbol; raw units where the token is unknown. */
export function amountOf(move: { token: Address; amount: bigint }, place: Place): string {
  const token = place.tokenAt(move.token);
  return token === undefined
    ? `${move.amount} units of ${shortAddress(move.token)}`
    : `${formatAmount(move.amount, token.decimals)} ${token.symbol}`;
}

/** The allowance that a transaction grants, to be listed and revoked later. Amount in base units. */
export function allowanceOf(
  understanding: Understanding,
): { token: string; spender: string; amount: string } | undefined {
  const { kind } = understanding;
  if (kind !== 'approve' && kind !== 'increase allowance') return undefined;
  const { token, spender, amount } = understanding;
  return { token, spender, amount: amount.toString() };
}

/** Whoever gets what a transaction gives from the account; a transfer of nothing has no receiver. */
export function receiverOf(understanding: Understanding, account: string): string | undefined {
  const { kind } = understanding;
  if (kind === 'send' && understanding.value > 0n) return understanding.to;
  if (kind === 'transfer' && understanding.amount > 0n) return understanding.to;
  if (kind === 'transfer option') return understanding.target;
  if (kind !== 'transfer from' && kind !== 'transfer item') return undefined;
  const isOwn = understanding.from.toLowerCase() === account.toLowerCase();
  const size = kind === 'transfer from' ? understanding.amount : understanding.count;
  return isOwn && size > 0n ? understanding.to : undefined;
}

/** A token amount (base units) as a move; raw units where the token is unknown. */
export function tokenMove(address: Address, amount: bigint, place: Place): AssetMove {
  const token = place.tokenAt(address);
  return token === undefined
    ? { symbol: shortAddress(address), amount: amount.toString(), exact: amount.toString() }
    : {
        symbol: token.symbol,
        amount: formatAmount(amount, token.decimals),
        exact: exactAmount(amount, token.decimals),
      };
}
