import { assetsOf } from '../../../../shared/approvals/signed/deed.ts';
import type { SignedFacts } from '../../../../shared/approvals/signed/facts.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';

/** Returns the tokens whose amounts a call itself shows, without those of its inner calls. */
export function tokensOfCall(found: Understanding): readonly string[] {
  switch (found.kind) {
    case 'approve':
    case 'increase allowance':
    case 'permit':
    case 'allow through permit2':
    case 'transfer':
    case 'transfer from':
    case 'claim fees':
    case 'claim escrow':
    case 'withdraw fees':
      return [found.token];
    case 'request quotation':
      return [found.terms.collateral];
    case 'swap and call':
      return [found.source];
    case 'swap and fill':
      return [found.swapToken];
    default:
      return [];
  }
}

/** Returns the tokens whose amounts a call and its inner calls show. */
export function tokensWithin(found: Understanding): readonly string[] {
  if (found.kind === 'multicall') return found.calls.flatMap(tokensWithin);
  if (found.kind === 'swap and call') return [found.source, ...tokensWithin(found.inner)];
  if (found.kind === 'batch') return found.calls.flatMap(({ call }) => tokensWithin(call));
  return tokensOfCall(found);
}

/** Returns the tokens whose amounts typed data shows. */
export function tokensOfSigned(facts: SignedFacts): readonly string[] {
  return assetsOf(facts).flatMap(({ standard, token = '' }) =>
    standard === 'erc20' ? [token] : [],
  );
}
