import { zeroAddress } from 'viem';
import { type ChainContext, UNLIMITED } from '../../chain/chain-context.ts';
import { NO_CODE } from '../../chain/delegation.ts';
import { type Reserve, reserveWith } from '../../chain/lending.ts';
import { isSameAddress } from '../../is-same-address.ts';
import { describedFacts } from '../known-calls/descriptor.ts';
import { callDescriptor } from '../known-calls/descriptors.ts';
import type { Understanding } from '../understanding.ts';
import { amountFact } from './amounts.ts';
import type { CallFacts } from './call-facts.ts';

type Found<Kind> = Extract<Understanding, { readonly kind: Kind }>;

/** Returns a transaction's effect as facts that can be sent and stored. */
export function callOf(found: Understanding, context: ChainContext, account: string): CallFacts {
  switch (found.kind) {
    case 'swap and call': {
      const { kind, source: token, amount } = found;
      const isCoin = isSameAddress(token, zeroAddress);
      return { kind, ...(isCoin ? {} : { paid: amountFact({ token, amount }, context) }) };
    }
    case 'multicall': {
      const { kind, calls, isByContract } = found;
      const [only] = calls;
      // A call that another contract makes isn't the account's call.
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
    default: {
      const descriptor = callDescriptor(found.kind);
      if (descriptor === undefined) throw new TypeError('The kind has no descriptor.');
      // The facts match the descriptor's schema.
      return describedFacts(descriptor, { ...found }, context, account) as CallFacts;
    }
  }
}

function batchFacts(found: Found<'batch'>, context: ChainContext, account: string): CallFacts {
  const calls = found.calls.map(({ call }) => call);
  const fill = calls.find((call) => call.kind === 'fill');
  const forms = fill && reserveWith(fill.order.collateral);
  const main =
    calls.length === 1 ? calls : calls.filter((call) => !isStep(call, found.to, forms, context));
  const [only] = main;
  // Calls that prepare a fill aren't counted. All other calls are counted.
  const isOne = main.length === 1 && (calls.length === 1 || only?.kind === 'fill');
  return only !== undefined && isOne
    ? callOf(only, context, account)
    : { kind: found.kind, count: calls.length };
}

/**
 * Returns true for a call that prepares a fill: it approves, converts or wraps the fill's token, and
 * never approves an unlimited amount.
 */
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
