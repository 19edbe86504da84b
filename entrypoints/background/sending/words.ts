import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { Place } from '../../../shared/chain/place.ts';
import { shortAddress } from '../../../shared/format.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';
import { amountWords, localWords, tradedWords, utcWords } from '../orders/market-words.ts';

/** The sentence of the approval window. */
export function sentenceFor(understanding: Understanding, place: Place): string {
  return words(understanding, place, false);
}

/** The sentence of the activity list: the same as done. */
export function wordsFor(understanding: Understanding, place: Place): string {
  return words(understanding, place, true);
}

/** Whole sentences, asked and told: languages order their words differently. */
function words(found: Understanding, place: Place, isDone: boolean): string {
  switch (found.kind) {
    case 'fill':
      return orderWords(found.fill.order, isDone);
    case 'swap and fill':
      return i18n.t('words.bySwapping', {
        sentence: orderWords(found.order, isDone),
        amount: amountOf({ token: found.swapToken, amount: found.swapAmount }, place),
      });
    case 'cancel orders':
      return i18n.t(isDone ? 'words.cancelled' : 'words.cancel', found.orders.length);
    case 'cancel before':
      return i18n.t(isDone ? 'words.cancelledBefore' : 'words.cancelBefore', {
        // What is kept may be read in another zone.
        time: isDone ? utcWords(found.cutoff) : localWords(found.cutoff),
      });
    case 'claim fees':
      return i18n.t(isDone ? 'words.claimed' : 'words.claim', {
        token: nameOf(found.token, place),
      });
    case 'payout':
      return i18n.t(isDone ? 'words.settled' : 'words.settle');
    case 'exercise':
      return i18n.t(isDone ? 'words.exercised' : 'words.exercise');
    case 'decline exercise':
      return i18n.t(isDone ? 'words.declinedExercise' : 'words.declineExercise');
    case 'close':
      return i18n.t(isDone ? 'words.closed' : 'words.close');
    case 'return excess collateral':
      return i18n.t(isDone ? 'words.tookExcess' : 'words.takeExcess');
    case 'split':
      return i18n.t(isDone ? 'words.splitDone' : 'words.split');
    case 'reclaim collateral':
      return i18n.t(isDone ? 'words.reclaimed' : 'words.reclaim', {
        option: shortAddress(found.owned),
      });
    case 'transfer option': {
      const values = { target: shortAddress(found.target) };
      return found.isBuyer
        ? i18n.t(isDone ? 'words.gaveBuyer' : 'words.giveBuyer', values)
        : i18n.t(isDone ? 'words.gaveSeller' : 'words.giveSeller', values);
    }
    case 'allow option transfer': {
      const values = { target: shortAddress(found.target) };
      return found.isAllowed
        ? i18n.t(isDone ? 'words.allowedSide' : 'words.allowSide', values)
        : i18n.t(isDone ? 'words.forbadeSide' : 'words.forbidSide', values);
    }
    case 'approve':
      return i18n.t(isDone ? 'words.allowed' : 'words.allow', {
        spender: shortAddress(found.spender),
        amount: amountOf(found, place),
      });
    case 'increase allowance':
      return i18n.t(isDone ? 'words.allowedMore' : 'words.allowMore', {
        spender: shortAddress(found.spender),
        amount: amountOf(found, place),
      });
    case 'transfer':
      return i18n.t(isDone ? 'words.sent' : 'words.send', {
        amount: amountOf(found, place),
        to: shortAddress(found.to),
      });
    case 'transfer from':
      return i18n.t(isDone ? 'words.moved' : 'words.move', {
        amount: amountOf(found, place),
        from: shortAddress(found.from),
        to: shortAddress(found.to),
      });
    case 'allow all': {
      const values = { operator: shortAddress(found.operator), token: shortAddress(found.token) };
      return found.isAllowed
        ? i18n.t(isDone ? 'words.allowedAll' : 'words.allowAll', values)
        : i18n.t(isDone ? 'words.forbadeAll' : 'words.forbidAll', values);
    }
    case 'allow item':
      return i18n.t(isDone ? 'words.allowedItem' : 'words.allowItem', {
        operator: shortAddress(found.operator),
        item: found.item.toString(),
        token: shortAddress(found.token),
      });
    case 'transfer item':
      return i18n.t(isDone ? 'words.sentItem' : 'words.sendItem', {
        item: found.item.toString(),
        token: shortAddress(found.token),
        to: shortAddress(found.to),
      });
    case 'wrap':
      return i18n.t(isDone ? 'words.wrapped' : 'words.wrap', {
        amount: amountWords(found.amount, 18),
      });
    case 'unwrap':
      return i18n.t(isDone ? 'words.unwrapped' : 'words.unwrap', {
        amount: amountWords(found.amount, 18),
      });
    case 'send':
      return i18n.t(isDone ? 'words.sent' : 'words.send', {
        amount: `${amountWords(found.value, 18)} ${place.coin}`,
        to: shortAddress(found.to),
      });
    case 'multicall': {
      const [only] = found.calls;
      return only !== undefined && found.calls.length === 1
        ? words(only, place, isDone)
        : i18n.t(isDone ? 'words.madeCalls' : 'words.makeCalls', { count: found.calls.length });
    }
    case 'deploy':
      return i18n.t(isDone ? 'words.deployed' : 'words.deploy');
    case 'unreadable':
      return i18n.t(isDone ? 'words.calledUnreadable' : 'words.callUnreadable', {
        name: found.name,
        to: shortAddress(found.to),
      });
    case 'unknown':
      return i18n.t(isDone ? 'words.calledUnknown' : 'words.callUnknown', {
        to: shortAddress(found.to),
      });
  }
}

function orderWords(order: Order, isDone: boolean): string {
  const description = describeOrder(order);
  const { takerSide, collateral } = description;
  const values = {
    count: amountWords(order.numContracts, collateral?.decimals ?? 0),
    product: tradedWords(description),
  };
  return takerSide === 'buy'
    ? i18n.t(isDone ? 'words.bought' : 'words.buy', values)
    : i18n.t(isDone ? 'words.sold' : 'words.sell', values);
}

export function sideOf({ isBuyer }: { readonly isBuyer: boolean }): string {
  return i18n.t(isBuyer ? 'words.buyers' : 'words.sellers');
}

function nameOf(token: Address, place: Place): string {
  return (
    place.tokenAt(token)?.symbol ?? i18n.t('approving.unitsOfToken', { token: shortAddress(token) })
  );
}

/** A token amount to the last unit, with its symbol; raw units where the token is unknown. */
export function amountOf(move: { token: Address; amount: bigint }, place: Place): string {
  const token = place.tokenAt(move.token);
  return token === undefined
    ? i18n.t('approving.unitsOf', {
        amount: move.amount.toString(),
        name: shortAddress(move.token),
      })
    : `${amountWords(move.amount, token.decimals, token.decimals)} ${token.symbol}`;
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
