import { BOOK_CALLS } from './book.ts';
import type { CallDescriptor } from './descriptor.ts';
import { FACTORY_CALLS } from './factory.ts';
import { LENDING_CALLS } from './lending.ts';
import { OPTION_ACTIONS, OPTION_PARTIES } from './option.ts';
import { DEPLOYMENTS, SENDING, UNKNOWN_CALLS } from './plain.ts';
import { ALLOWANCE_CALLS, TRANSFER_CALLS, WRAPPING_CALLS } from './token.ts';

/** All described kinds of calls, in the order of the stored samples. Add new kinds at the end. */
export const CALL_DESCRIPTORS = [
  ...BOOK_CALLS,
  ...OPTION_ACTIONS,
  ...DEPLOYMENTS,
  ...OPTION_PARTIES,
  ...FACTORY_CALLS,
  ...ALLOWANCE_CALLS,
  ...TRANSFER_CALLS,
  ...WRAPPING_CALLS,
  ...LENDING_CALLS,
  ...SENDING,
  ...UNKNOWN_CALLS,
] as const;

export type DescribedKind = (typeof CALL_DESCRIPTORS)[number];

const BY_KIND: ReadonlyMap<string, CallDescriptor> = new Map(
  CALL_DESCRIPTORS.flatMap((one: CallDescriptor) =>
    Object.keys(one.functions).map((kind) => [kind, one] as const),
  ),
);

/** Returns the descriptor of a kind; `undefined` for kinds that contain other calls. */
export const callDescriptor = (kind: string): CallDescriptor | undefined => BY_KIND.get(kind);
