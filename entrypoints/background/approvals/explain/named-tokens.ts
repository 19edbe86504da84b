import { describedTokens } from '../../../../shared/approvals/known-calls/descriptor.ts';
import { callDescriptor } from '../../../../shared/approvals/known-calls/descriptors.ts';
import { assetsOf } from '../../../../shared/approvals/signed/deed.ts';
import type { SignedFacts } from '../../../../shared/approvals/signed/facts.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';

/** Returns the tokens of a call's own amounts, without those of its inner calls. */
export function tokensOfCall(found: Understanding): readonly string[] {
  if (found.kind === 'swap and call') return [found.source];
  if (found.kind === 'request quotation') return [found.terms.collateral];
  const descriptor = callDescriptor(found.kind);
  return descriptor === undefined ? [] : describedTokens(descriptor, { ...found });
}

/** Returns the tokens of a call's amounts and of its inner calls' amounts. */
export function tokensWithin(found: Understanding): readonly string[] {
  if (found.kind === 'multicall') return found.calls.flatMap(tokensWithin);
  if (found.kind === 'swap and call') return [found.source, ...tokensWithin(found.inner)];
  if (found.kind === 'batch') return found.calls.flatMap(({ call }) => tokensWithin(call));
  return tokensOfCall(found);
}

export function tokensOfSigned(facts: SignedFacts): readonly string[] {
  return assetsOf(facts).flatMap(({ standard, token = '' }) =>
    standard === 'erc20' ? [token] : [],
  );
}
