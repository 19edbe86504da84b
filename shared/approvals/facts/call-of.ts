import type { ChainContext } from '../../chain/chain-context.ts';
import { describeOrder } from '../../orders/describe.ts';
import type { Order } from '../../orders/order.ts';
import type { Understanding } from '../understanding.ts';
import { amountFact, tokenFact, tradedFact } from './amounts.ts';
import type { CallFacts } from './call-facts.ts';

/** Returns a transaction's effect as facts that can be sent and stored. */
export function callOf(found: Understanding, context: ChainContext): CallFacts {
  switch (found.kind) {
    case 'fill':
      return { kind: 'fill', ...orderFacts(found.fill.order) };
    case 'swap and fill':
      return {
        kind: 'swap and fill',
        ...orderFacts(found.order),
        paid: amountFact({ token: found.swapToken, amount: found.swapAmount }, context),
      };
    case 'cancel orders':
      return { kind: 'cancel orders', count: found.orders.length };
    case 'cancel before':
      return { kind: 'cancel before', cutoff: found.cutoff };
    case 'claim fees':
      return { kind: 'claim fees', token: tokenFact(found.token, context) };
    case 'payout':
    case 'exercise':
    case 'decline exercise':
    case 'close':
    case 'return excess collateral':
    case 'split':
    case 'deploy':
      return { kind: found.kind };
    case 'reclaim collateral':
      return { kind: 'reclaim collateral', owned: found.owned };
    case 'transfer option':
      return { kind: 'transfer option', isBuyer: found.isBuyer, target: found.target };
    case 'allow option transfer':
      return {
        kind: 'allow option transfer',
        target: found.target,
        isAllowed: found.isAllowed,
      };
    case 'approve':
      return {
        kind: 'approve',
        spender: found.spender,
        amount: amountFact(found, context),
        ...(context.isBook(found.spender) ? { isBook: true } : {}),
      };
    case 'increase allowance':
      return {
        kind: 'increase allowance',
        spender: found.spender,
        amount: amountFact(found, context),
      };
    case 'permit':
      return {
        kind: 'permit',
        owner: found.owner,
        spender: found.spender,
        amount: amountFact(found, context),
      };
    case 'transfer':
      return { kind: 'transfer', to: found.to, amount: amountFact(found, context) };
    case 'transfer from':
      return {
        kind: 'transfer from',
        from: found.from,
        to: found.to,
        amount: amountFact(found, context),
      };
    case 'allow item':
      return {
        kind: 'allow item',
        operator: found.operator,
        item: found.item.toString(),
        token: found.token,
      };
    case 'allow all':
      return {
        kind: 'allow all',
        operator: found.operator,
        token: found.token,
        isAllowed: found.isAllowed,
      };
    case 'transfer item':
      return {
        kind: 'transfer item',
        item: found.item.toString(),
        token: found.token,
        to: found.to,
      };
    case 'wrap':
    case 'unwrap':
      return { kind: found.kind, wei: found.amount.toString() };
    case 'send':
      return {
        kind: 'send',
        to: found.to,
        amount: { wei: found.value.toString(), coin: context.coin },
      };
    case 'multicall': {
      const [only] = found.calls;
      return only !== undefined && found.calls.length === 1
        ? callOf(only, context)
        : { kind: 'multicall', count: found.calls.length };
    }
    case 'unreadable':
      return { kind: 'unreadable', name: found.name, to: found.to };
    case 'unknown':
      return { kind: 'unknown', to: found.to };
  }
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
