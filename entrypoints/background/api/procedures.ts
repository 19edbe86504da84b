import type { ProcedureView } from '../../../shared/messages/procedures.ts';
import type { Legs } from '../orders/legs.ts';
import { ensureSameAccount } from './account.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `procedures.${string}` | `legs.${string}`>;

/** A kind of procedures that the user can go on with. */
export interface Continued {
  views(): readonly ProcedureView[];
  goOn(id: string): Promise<void>;
  stop(id: string): Promise<void>;
}

/** Legs of a trade, and what has stopped between two transactions. Ids of other kinds are ignored. */
export function procedureHandlers(deps: {
  legs: Pick<Legs, 'begin'>;
  continued: readonly Continued[];
  account: () => string | undefined;
}): Pick<Handlers, Topics> {
  return {
    'legs.begin': async ({ account, legs }) => ({
      id: await deps.legs.begin(ensureSameAccount(deps.account(), account), legs),
    }),
    async 'procedures.goOn'({ id }) {
      for (const kind of deps.continued) await kind.goOn(id);
    },
    async 'procedures.stop'({ id }) {
      for (const kind of deps.continued) await kind.stop(id);
    },
  };
}
