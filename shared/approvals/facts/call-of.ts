import { zeroAddress } from 'viem';
import { type ChainContext, UNLIMITED } from '../../chain/chain-context.ts';
import { NO_CODE } from '../../chain/delegation.ts';
import { type Reserve, reserveWith } from '../../chain/lending.ts';
import { isSameAddress } from '../../is-same-address.ts';
import { describeOrder } from '../../orders/describe.ts';
import type { Order } from '../../orders/order.ts';
import { factsOf } from '../known-calls/descriptor.ts';
import { lending } from '../known-calls/lending.ts';
import type { Understanding } from '../understanding.ts';
import { amountFact, requestedFact, tokenFact, tradedFact } from './amounts.ts';
import type { CallFacts } from './call-facts.ts';

type Found<Kind> = Extract<Understanding, { readonly kind: Kind }>;

/** Returns a transaction's effect as facts that can be sent and stored. */
export function callOf(found: Understanding, context: ChainContext, account: string): CallFacts {
  switch (found.kind) {
    case 'fill':
      return { kind: found.kind, ...orderFacts(found.fill.order) };
    case 'swap and fill': {
      const { kind, order, swapToken: token, swapAmount: amount } = found;
      return { kind, ...orderFacts(order), paid: amountFact({ token, amount }, context) };
    }
    case 'cancel orders':
      return { kind: found.kind, count: found.orders.length };
    case 'cancel before':
      return { kind: found.kind, cutoff: found.cutoff };
    case 'claim fees':
      return { kind: found.kind, token: tokenFact(found.token, context) };
    case 'payout':
    case 'exercise':
    case 'decline exercise':
    case 'close':
    case 'return excess collateral':
    case 'split':
    case 'deploy':
      return { kind: found.kind };
    case 'reclaim collateral':
      return { kind: found.kind, owned: found.owned };
    case 'transfer option':
      return { kind: found.kind, isBuyer: found.isBuyer, target: found.target };
    case 'allow option transfer':
      return {
        kind: found.kind,
        target: found.target,
        isAllowed: found.isAllowed,
        side: { option: found.option, isBuyer: found.isBuyer },
      };
    case 'request quotation':
      return requestFacts(found, context);
    case 'accept offer':
    case 'accept order':
    case 'reveal offer':
    case 'settle quotation':
    case 'cancel quotation':
    case 'make offer':
    case 'cancel offer':
      return { kind: found.kind, id: found.id.toString() };
    case 'claim escrow':
    case 'withdraw fees':
      return { kind: found.kind, token: tokenFact(found.token, context) };
    case 'swap and call': {
      const { kind, source: token, amount } = found;
      const isCoin = isSameAddress(token, zeroAddress);
      return { kind, ...(isCoin ? {} : { paid: amountFact({ token, amount }, context) }) };
    }
    case 'register referral':
      return { kind: found.kind };
    case 'approve': {
      const { kind, spender } = found;
      const isBook = context.isBook(spender) ? { isBook: true } : {};
      const isPool = context.isPool(spender) ? { isPool: true } : {};
      const isFactory = context.isFactory(spender) ? { isFactory: true } : {};
      return {
        kind,
        spender,
        amount: amountFact(found, context),
        ...isBook,
        ...isPool,
        ...isFactory,
      };
    }
    case 'increase allowance':
      return { kind: found.kind, spender: found.spender, amount: amountFact(found, context) };
    case 'allow through permit2': {
      const { kind, spender, until } = found;
      return { kind, spender, amount: amountFact(found, context), until };
    }
    case 'permit': {
      const { kind, owner, spender } = found;
      return { kind, owner, spender, amount: amountFact(found, context) };
    }
    case 'transfer':
      return { kind: found.kind, to: found.to, amount: amountFact(found, context) };
    case 'transfer from': {
      const { kind, from, to } = found;
      return { kind, from, to, amount: amountFact(found, context) };
    }
    case 'allow item': {
      const { kind, operator, item, token } = found;
      return { kind, operator, item: item.toString(), token };
    }
    case 'allow all': {
      const { kind, operator, token, isAllowed } = found;
      return { kind, operator, token, isAllowed };
    }
    case 'transfer item': {
      const { kind, item, token, to } = found;
      return { kind, item: item.toString(), token, to };
    }
    case 'wrap':
    case 'unwrap':
      return { kind: found.kind, wei: found.amount.toString() };
    case 'supply':
    case 'withdraw':
      return factsOf(lending, found, context, account) as CallFacts;
    case 'send': {
      const { kind, to, value } = found;
      return { kind, to, amount: { wei: value.toString(), coin: context.coin } };
    }
    case 'multicall': {
      const { kind, calls, isByContract } = found;
      const [only] = calls;
      // A call by another contract isn't the account's own.
      return only !== undefined && calls.length === 1 && !isByContract
        ? callOf(only, context, account)
        : { kind, count: calls.length };
    }
    case 'batch':
      return batchFacts(found, context, account);
    case 'change code': {
      const { account, delegate, former } = found.change;
      if (delegate !== NO_CODE) return { kind: 'set code', account };
      return { kind: 'remove code', account, ...(former === undefined ? {} : { former }) };
    }
    case 'unreadable':
      return { kind: found.kind, name: found.name, to: found.to };
    case 'unknown':
      return { kind: found.kind, to: found.to };
  }
}

function requestFacts(found: Found<'request quotation'>, context: ChainContext): CallFacts {
  const { kind, terms, limit: amount } = found;
  const { collateral: token, existingOption: existing, isBuyer } = terms;
  return {
    kind,
    isBuyer,
    ...(existing === undefined ? {} : { existing }),
    contracts: terms.contracts.toString(),
    decimals: context.tokenAt(token)?.decimals ?? 0,
    traded: requestedFact(terms),
    limit: amountFact({ token, amount }, context),
  };
}

function batchFacts(found: Found<'batch'>, context: ChainContext, account: string): CallFacts {
  const calls = found.calls.map(({ call }) => call);
  const fill = calls.find((call) => call.kind === 'fill');
  const forms = fill && reserveWith(fill.fill.order.collateral);
  const main =
    calls.length === 1 ? calls : calls.filter((call) => !isStep(call, found.to, forms, context));
  const [only] = main;
  // A fill stands for the steps that it needs; anything else is counted.
  const isOne = main.length === 1 && (calls.length === 1 || only?.kind === 'fill');
  return only !== undefined && isOne
    ? callOf(only, context, account)
    : { kind: found.kind, count: calls.length };
}

function orderFacts(order: Order) {
  const description = describeOrder(order);
  return {
    side: description.takerSide,
    contracts: order.numContracts.toString(),
    decimals: description.collateral?.decimals ?? 0,
    traded: tradedFact(description),
  };
}

/** Returns true for calls by which Condor itself prepares a fill: of its token, and never unlimited. */
function isStep(
  call: Understanding,
  account: string,
  forms: Reserve | undefined,
  { isBook, isPool }: ChainContext,
): boolean {
  if (forms === undefined) return false;
  const { asset, receipt } = forms;
  switch (call.kind) {
    case 'approve': {
      const token = isBook(call.spender) ? [asset, receipt] : isPool(call.spender) ? [asset] : [];
      const isOwn = token.some(({ address }) => isSameAddress(address, call.token));
      return isOwn && call.amount < UNLIMITED;
    }
    case 'supply':
    case 'withdraw':
      return isSameAddress(call.asset, asset.address) && isSameAddress(call.to, account);
    default:
      return call.kind === 'wrap' && asset.symbol === 'WETH';
  }
}
