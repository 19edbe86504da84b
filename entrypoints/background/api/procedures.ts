import type { Legs } from '../orders/legs.ts';
import type { Procedures } from '../procedures/runner.ts';
import { ensureSameAccount } from './account.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `procedures.${string}` | `legs.${string}`>;

/** Legs of a trade, and what has stopped between two transactions. */
export function procedureHandlers(deps: {
  legs: Pick<Legs, 'begin'>;
  procedures: Pick<Procedures, 'goOn' | 'stop'>;
  account: () => string | undefined;
}): Pick<Handlers, Topics> {
  return {
    'legs.begin': async ({ account, legs }) => ({
      id: await deps.legs.begin(ensureSameAccount(deps.account(), account), legs),
    }),
    'procedures.goOn': ({ id }) => deps.procedures.goOn(id),
    'procedures.stop': ({ id }) => deps.procedures.stop(id),
  };
}
