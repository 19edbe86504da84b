import type { Allowances } from '../allowances/allowances.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `allowances.${string}`>;

export function allowanceHandlers(deps: { allowances: Allowances }): Pick<Handlers, Topics> {
  const { allowances } = deps;
  return {
    'allowances.list': ({ chainId }) => allowances.list(chainId),
    'allowances.readAgain': ({ chainId }) => allowances.readAgain(chainId),
    'allowances.revoke': ({ refs }) => allowances.revoke(refs),
  };
}
