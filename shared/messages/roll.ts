import { Type } from 'typebox';
import { AddressSchema } from '../approvals/types.ts';
import { oneOf } from '../one-of.ts';
import { StructureSchema } from './alerts.ts';

/** Number of options that a roll doesn't count as its own. */
export const MAX_KNOWN = 64;
/** Number of unfinished rolls. */
export const MAX_ROLLS = 16;

/** A position that is being replaced by another one: its side is closed, then the next is opened. */
export const RollSchema = Type.Object(
  {
    account: AddressSchema,
    option: AddressSchema,
    side: oneOf(['buyer', 'seller']),
    /** The option to open on the same side. */
    to: StructureSchema,
    collateralSymbol: Type.String({ minLength: 1, maxLength: 16 }),
    /** Options with these terms that the account had before, or that another roll has opened. */
    known: Type.Array(AddressSchema, { maxItems: MAX_KNOWN }),
    /** Epoch milliseconds of the first choice. */
    at: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
  },
  { additionalProperties: false },
);

/** As the user chooses it; the worker adds its time. */
export const RollInputSchema = Type.Omit(RollSchema, ['at'], { additionalProperties: false });
const RollRefSchema = Type.Pick(RollSchema, ['account', 'option', 'side'], {
  additionalProperties: false,
});

/** `opened`: options that the ended roll has opened, which no other roll counts as its own. */
export const RollEndSchema = Type.Object(
  { ...RollRefSchema.properties, opened: Type.Array(AddressSchema, { maxItems: MAX_KNOWN }) },
  { additionalProperties: false },
);

export type Roll = Type.Static<typeof RollSchema>;
export type RollInput = Type.Static<typeof RollInputSchema>;
export type RollRef = Type.Static<typeof RollRefSchema>;
export type RollEnd = Type.Static<typeof RollEndSchema>;

/** Returns true for the same side of the same option of the same account. */
export function isSameRoll(a: RollRef, b: RollRef): boolean {
  return (
    a.side === b.side &&
    a.account.toLowerCase() === b.account.toLowerCase() &&
    a.option.toLowerCase() === b.option.toLowerCase()
  );
}
