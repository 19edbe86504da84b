import { i18n } from '#i18n';
import type { CallFacts } from '../../shared/approvals/facts/call-facts.ts';
import { UNLIMITED } from '../../shared/chain/place.ts';
import { shortAddress } from '../../shared/format.ts';
import { localMoment, utcMoment } from '../ui/moments.ts';
import { amountText } from '../ui/numbers.ts';
import { tradedText } from '../ui/traded.ts';
import { coinAmount, tokenName, wholeAmount } from './describe-amounts.ts';

/** `asked`: the prompt's sentence. `done`: the same in the activity. */
export type Tense = 'asked' | 'done';

/** Returns whole sentences in both tenses: languages order their words differently. */
export function describeCall(call: CallFacts, tense: Tense): string {
  const isDone = tense === 'done';
  switch (call.kind) {
    case 'fill':
      return orderText(call, isDone);
    case 'swap and fill':
      return i18n.t('words.bySwapping', {
        sentence: orderText(call, isDone),
        amount: wholeAmount(call.paid),
      });
    case 'cancel orders':
      return i18n.t(isDone ? 'words.cancelled' : 'words.cancel', call.count);
    case 'cancel before':
      return i18n.t(isDone ? 'words.cancelledBefore' : 'words.cancelBefore', {
        // The activity may be read in another zone.
        time: isDone ? utcMoment(call.cutoff) : localMoment(call.cutoff),
      });
    case 'claim fees':
      return i18n.t(isDone ? 'words.claimed' : 'words.claim', {
        token:
          call.token.symbol ??
          i18n.t('approving.unitsOfToken', { token: shortAddress(call.token.address) }),
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
    case 'deploy':
      return i18n.t(isDone ? 'words.deployed' : 'words.deploy');
    case 'cancel transaction':
      return i18n.t(isDone ? 'approving.cancelledAnother' : 'approving.cancelsAnother');
    case 'reclaim collateral':
      return i18n.t(isDone ? 'words.reclaimed' : 'words.reclaim', {
        option: shortAddress(call.owned),
      });
    case 'transfer option': {
      const values = { target: shortAddress(call.target) };
      return call.isBuyer
        ? i18n.t(isDone ? 'words.gaveBuyer' : 'words.giveBuyer', values)
        : i18n.t(isDone ? 'words.gaveSeller' : 'words.giveSeller', values);
    }
    case 'allow option transfer': {
      const values = { target: shortAddress(call.target) };
      return call.isAllowed
        ? i18n.t(isDone ? 'words.allowedSide' : 'words.allowSide', values)
        : i18n.t(isDone ? 'words.forbadeSide' : 'words.forbidSide', values);
    }
    case 'approve':
      return approvalText(call, isDone);
    case 'increase allowance':
      return i18n.t(isDone ? 'words.allowedMore' : 'words.allowMore', {
        spender: shortAddress(call.spender),
        amount: wholeAmount(call.amount),
      });
    case 'allow delivery':
      return i18n.t(isDone ? 'words.allowedDelivery' : 'approving.allowDelivery', {
        what: wholeAmount(call.amount),
      });
    case 'transfer':
      return i18n.t(isDone ? 'words.sent' : 'words.send', {
        amount: wholeAmount(call.amount),
        to: shortAddress(call.to),
      });
    case 'transfer from':
      return i18n.t(isDone ? 'words.moved' : 'words.move', {
        amount: wholeAmount(call.amount),
        from: shortAddress(call.from),
        to: shortAddress(call.to),
      });
    case 'allow all': {
      const values = { operator: shortAddress(call.operator), token: shortAddress(call.token) };
      return call.isAllowed
        ? i18n.t(isDone ? 'words.allowedAll' : 'words.allowAll', values)
        : i18n.t(isDone ? 'words.forbadeAll' : 'words.forbidAll', values);
    }
    case 'allow item':
      return itemText(call, isDone);
    case 'transfer item':
      return i18n.t(isDone ? 'words.sentItem' : 'words.sendItem', {
        item: call.item,
        token: shortAddress(call.token),
        to: shortAddress(call.to),
      });
    case 'wrap':
      return i18n.t(isDone ? 'words.wrapped' : 'words.wrap', {
        amount: amountText(BigInt(call.wei), 18),
      });
    case 'unwrap':
      return i18n.t(isDone ? 'words.unwrapped' : 'words.unwrap', {
        amount: amountText(BigInt(call.wei), 18),
      });
    case 'send':
      return i18n.t(isDone ? 'words.sent' : 'words.send', {
        amount: coinAmount(call.amount),
        to: shortAddress(call.to),
      });
    case 'multicall':
      return i18n.t(isDone ? 'words.madeCalls' : 'words.makeCalls', { count: call.count });
    case 'unreadable':
      return i18n.t(isDone ? 'words.calledUnreadable' : 'words.callUnreadable', {
        name: call.name,
        to: shortAddress(call.to),
      });
    case 'unknown':
      return i18n.t(isDone ? 'words.calledUnknown' : 'words.callUnknown', {
        to: shortAddress(call.to),
      });
  }
}

function orderText(
  order: Extract<CallFacts, { kind: 'fill' | 'swap and fill' }>,
  isDone: boolean,
): string {
  const values = {
    count: amountText(BigInt(order.contracts), order.decimals),
    product: tradedText(order.traded),
  };
  return order.side === 'buy'
    ? i18n.t(isDone ? 'words.bought' : 'words.buy', values)
    : i18n.t(isDone ? 'words.sold' : 'words.sell', values);
}

type Approve = Extract<CallFacts, { kind: 'approve' }>;

function approvalText({ spender, amount, isBook = false }: Approve, isDone: boolean): string {
  const who = spenderName(spender, isBook);
  const symbol = tokenName(amount.token);
  if (BigInt(amount.units) === 0n) {
    const values = { who, symbol };
    return i18n.t(isDone ? 'words.revokedTokens' : 'approving.revokeTokens', values);
  }
  const what = allowanceText(amount);
  return isDone
    ? i18n.t('words.allowed', { spender: who, amount: what })
    : i18n.t('approving.allowToTake', { who, what });
}

/** What an allowance covers: everything where it has no limit. */
export function allowanceText(amount: Approve['amount']): string {
  return BigInt(amount.units) >= UNLIMITED
    ? i18n.t('approving.allYourNowAndLater', { name: tokenName(amount.token) })
    : wholeAmount(amount);
}

export function spenderName(spender: string, isBook: boolean): string {
  return isBook ? i18n.t('approving.theOrderBook') : shortAddress(spender);
}

/** The address zero takes a collectible's permission back (ERC-721). */
const NOBODY = /^0x0{40}$/;

function itemText(
  { operator, item, token }: Extract<CallFacts, { kind: 'allow item' }>,
  isDone: boolean,
): string {
  const values = { item, token: shortAddress(token) };
  if (NOBODY.test(operator)) {
    return i18n.t(isDone ? 'words.revokedItem' : 'approving.revokeItem', values);
  }
  return i18n.t(isDone ? 'words.allowedItem' : 'words.allowItem', {
    ...values,
    operator: shortAddress(operator),
  });
}
