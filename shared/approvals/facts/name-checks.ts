import type { TokenFact } from './amounts.ts';
import type { CheckFact } from './checks.ts';

/** Returns a warning for each token whose name is its contract's own claim. */
export function nameChecks(tokens: readonly TokenFact[]): CheckFact[] {
  return tokens.flatMap((token): CheckFact[] => {
    const { imitates, isClaim } = token;
    if (imitates !== undefined) {
      return [{ code: 'token.imitates', status: 'failed', token, known: imitates }];
    }
    return isClaim === true ? [{ code: 'token.nameClaimed', status: 'warned', token }] : [];
  });
}
