import type { LegView } from '../../../../shared/messages/procedures.ts';
import { contractsText } from '../../../texts/numbers.ts';
import type { Step } from '../../../ui/StepList.tsx';
import { quoteName } from './quote-name.ts';

/** Returns a leg of a trade as a step: "Buy Put 2,500 · 1 contract". */
export function legStep({ terms, contracts, decimals, state }: LegView): Omit<Step, 'key'> {
  const size = contractsText(BigInt(contracts), decimals);
  return { title: `${quoteName(terms)} · ${size}`, state };
}
