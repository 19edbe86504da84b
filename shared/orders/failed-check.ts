import { oneOf } from '../one-of.ts';
import * as Type from '../schema.ts';
import { CHECK_NAMES, CHECK_REASONS } from './fit.ts';

/** A failed check of an order, in its form for storage and messages. */
export const FailedCheckSchema = Type.Object(
  {
    check: oneOf(CHECK_NAMES),
    status: oneOf(['warned', 'failed']),
    reason: oneOf(CHECK_REASONS),
  },
  { additionalProperties: false },
);
export type FailedCheck = Type.Static<typeof FailedCheckSchema>;
