import { i18n } from '#i18n';
import type { CallFacts } from '../../shared/approvals/facts/call-facts.ts';
import { UNLIMITED } from '../../shared/chain/chain-context.ts';
import { shortAddress } from '../../shared/format.ts';
import { localMoment, utcMoment } from '../ui/moments.ts';
import { amountText } from '../ui/numbers.ts';
import { tradedText } from '../ui/traded.ts';
import { coinAmount, tokenName, wholeAmount } from './describe-amounts.ts';

/** `asked`: the prompt's sentence. `done`: the same in the activity. */
export type Tense = 'asked' | 'done';

/** Returns whole sentences in both tenses, because languages order their words differently. */
export function describeCall(call: CallFacts, tense: Tense): string {
  const isDone = tense === 'done';
  switch (call.kind) {
    case 'fill':
      return orderText(call, isDone);
    case 'swap and fill':
      return i18n.t('actions.bySwapping', {
        sentence: orderText(call, isDone),
        amount: wholeAmount(call.paid),
      });
    case 'cancel orders':
      return i18n.t(isDone ? 'actions.cancelled' : 'actions.cancel', call.count);
    case 'cancel before':
      return i18n.t(isDone ? 'actions.cancelledBefore' : 'actions.cancelBefore', {
        // The activity can be read in another time zone.
        time: isDone ? utcMoment(call.cutoff) : localMoment(call.cutoff),
      });
    case 'claim fees':
      return i18n.t(isDone ? 'actions.claimed' : 'actions.claim', {
        token:
          call.token.symbol === undefined
            ? i18n.t('meaning.unitsOfToken', { token: shortAddress(call.token.address) })
            : tokenName(call.token),
      });
    case 'payout':
      return i18n.t(isDone ? 'actions.settled' : 'actions.settle');
    case 'exercise':
      return i18n.t(isDone ? 'actions.exercised' : 'actions.exercise');
    case 'decline exercise':
      return i18n.t(isDone ? 'actions.declinedExercise' : 'actions.declineExercise');
    case 'close':
      return i18n.t(isDone ? 'actions.closed' : 'actions.close');
    case 'return excess collateral':
      return i18n.t(isDone ? 'actions.tookExcess' : 'actions.takeExcess');
    case 'split':
      return i18n.t(isDone ? 'actions.splitDone' : 'actions.split');
    case 'deploy':
      return i18n.t(isDone ? 'actions.deployed' : 'actions.deploy');
    case 'cancel transaction':
      return i18n.t(isDone ? 'meaning.cancelledPending' : 'meaning.cancelPending');
    case 'reclaim collateral':
      return i18n.t(isDone ? 'actions.reclaimed' : 'actions.reclaim', {
        option: shortAddress(call.owned),
      });
    case 'transfer option': {
      const values = { target: shortAddress(call.target) };
      return call.isBuyer
        ? i18n.t(isDone ? 'actions.gaveBuyer' : 'actions.giveBuyer', values)
        : i18n.t(isDone ? 'actions.gaveSeller' : 'actions.giveSeller', values);
    }
    case 'allow option transfer': {
      const values = { target: shortAddress(call.target) };
      return call.isAllowed
        ? i18n.t(isDone ? 'actions.allowedSide' : 'actions.allowSide', values)
        : i18n.t(isDone ? 'actions.forbadeSide' : 'actions.forbidSide', values);
    }
    case 'approve':
      return approvalText(call, isDone);
    case 'increase allowance':
      return i18n.t(isDone ? 'actions.allowedMore' : 'actions.allowMore', {
        spender: shortAddress(call.spender),
        amount: wholeAmount(call.amount),
      });
    case 'permit':
      return i18n.t(isDone ? 'actions.permitted' : 'actions.permit', {
        owner: shortAddress(call.owner),
        spender: shortAddress(call.spender),
        amount: wholeAmount(call.amount),
      });
    case 'allow delivery':
      return i18n.t(isDone ? 'actions.allowedDelivery' : 'meaning.allowDelivery', {
        what: wholeAmount(call.amount),
      });
    case 'transfer':
      return i18n.t(isDone ? 'actions.sent' : 'actions.send', {
        amount: wholeAmount(call.amount),
        to: shortAddress(call.to),
      });
    case 'transfer from':
      return i18n.t(isDone ? 'actions.moved' : 'actions.move', {
        amount: wholeAmount(call.amount),
        from: shortAddress(call.from),
        to: shortAddress(call.to),
      });
    case 'allow all': {
      const values = { operator: shortAddress(call.operator), token: shortAddress(call.token) };
      return call.isAllowed
        ? i18n.t(isDone ? 'actions.allowedAll' : 'actions.allowAll', values)
        : i18n.t(isDone ? 'actions.forbadeAll' : 'actions.forbidAll', values);
    }
    case 'allow item':
      return itemText(call, isDone);
    case 'transfer item':
      return i18n.t(isDone ? 'actions.sentItem' : 'actions.sendItem', {
        item: call.item,
        token: shortAddress(call.token),
        to: shortAddress(call.to),
      });
    case 'wrap':
      return i18n.t(isDone ? 'actions.wrapped' : 'actions.wrap', {
        amount: amountText(BigInt(call.wei), 18),
      });
    case 'unwrap':
      return i18n.t(isDone ? 'actions.unwrapped' : 'actions.unwrap', {
        amount: amountText(BigInt(call.wei), 18),
      });
    case 'send':
      return i18n.t(isDone ? 'actions.sent' : 'actions.send', {
        amount: coinAmount(call.amount),
        to: shortAddress(call.to),
      });
    case 'multicall':
      return i18n.t(isDone ? 'actions.madeCalls' : 'actions.makeCalls', { count: call.count });
    case 'unreadable':
      return i18n.t(isDone ? 'actions.calledUnreadable' : 'actions.callUnreadable', {
        name: call.name,
        to: shortAddress(call.to),
      });
    case 'unknown':
      return i18n.t(isDone ? 'actions.calledUnknown' : 'actions.callUnknown', {
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
    ? i18n.t(isDone ? 'actions.bought' : 'actions.buy', values)
    : i18n.t(isDone ? 'actions.sold' : 'actions.sell', values);
}

type Approve = Extract<CallFacts, { kind: 'approve' }>;

function approvalText({ spender, amount, isBook = false }: Approve, isDone: boolean): string {
  const who = spenderName(spender, isBook);
  const symbol = tokenName(amount.token);
  if (BigInt(amount.units) === 0n) {
    const values = { who, symbol };
    return i18n.t(isDone ? 'actions.revokedTokens' : 'meaning.revokeTokens', values);
  }
  const what = allowanceText(amount);
  return isDone
    ? i18n.t('actions.allowed', { spender: who, amount: what })
    : i18n.t('meaning.allowToTake', { who, what });
}

/** Describes what an allowance covers. */
export function allowanceText(amount: Approve['amount']): string {
  return BigInt(amount.units) >= UNLIMITED
    ? i18n.t('meaning.allOf', { name: tokenName(amount.token) })
    : wholeAmount(amount);
}

export function spenderName(spender: string, isBook: boolean): string {
  return isBook ? i18n.t('meaning.theOrderBook') : shortAddress(spender);
}

/** The zero address revokes a collectible's approval (ERC-721). */
const NOBODY = /^0x0{40}$/;

function itemText(
  { operator, item, token }: Extract<CallFacts, { kind: 'allow item' }>,
  isDone: boolean,
): string {
  const values = { item, token: shortAddress(token) };
  if (NOBODY.test(operator)) {
    return i18n.t(isDone ? 'actions.revokedItem' : 'meaning.revokeItem', values);
  }
  return i18n.t(isDone ? 'actions.allowedItem' : 'actions.allowItem', {
    ...values,
    operator: shortAddress(operator),
  });
}
