import type { Address } from 'viem';
import type { ChainContext } from '../../chain/chain-context.ts';
import * as Type from '../../schema.ts';
import { type TokenAmount, tokenAmount } from '../../units.ts';
import { AmountFactSchema, amountFact } from '../facts/amounts.ts';
import type { RowValue } from '../facts/rows.ts';
import { AddressSchema } from '../types.ts';

/** The members of a call by their names, each with the value of its role. */
export type Members = Readonly<Record<string, unknown>>;

/** The use of one member of a call: its value, its stored form, and the row that shows it. */
export interface Role<Value = unknown, Schema extends Type.TSchema = Type.TSchema> {
  /** Reads a decoded argument; `undefined` makes the call unreadable. */
  read(argument: unknown): Value | undefined;
  /** Form of its fact, which the activity stores. */
  readonly schema: Schema;
  fact(value: Value, call: Members, context: ChainContext): Type.Static<Schema>;
  row(value: Value, call: Members, context: ChainContext): RowValue;
  /** Token whose amount or name it shows. */
  token?(value: Value, call: Members): string;
}

export type ValueOf<Of> = Of extends Role<infer Value> ? Value : never;

export const address: Role<Address, typeof AddressSchema> = {
  read: (argument) => argument as Address,
  schema: AddressSchema,
  fact: (value) => value,
  row: (value) => ({ kind: 'address', address: value }),
};

/** Base units of the token that another member names. */
export function amountOf(token: string): Role<TokenAmount, typeof AmountFactSchema> {
  const tokenOf = (call: Members) => call[token] as Address;
  return {
    read: (argument) => tokenAmount(argument as bigint),
    schema: AmountFactSchema,
    fact: (amount, call, context) => amountFact({ token: tokenOf(call), amount }, context),
    row: (amount, call, context) => ({
      kind: 'amount',
      amount: amountFact({ token: tokenOf(call), amount }, context),
      isWhole: true,
    }),
    token: (_, call) => tokenOf(call),
  };
}

/** A member for checks only, which has neither a stored form nor a row. */
export function internal<Value>(
  read: (argument: unknown) => Value | undefined,
): Role<Value, Type.TUnknown> {
  return {
    read,
    schema: Type.Unknown(),
    fact: () => undefined,
    row: () => ({ kind: 'none' }),
  };
}
