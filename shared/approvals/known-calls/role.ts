import type { Address, Hex } from 'viem';
import { type ChainContext, isOrderBook } from '../../chain/chain-context.ts';
import { orderOfTuple } from '../../orders/calldata.ts';
import * as Type from '../../schema.ts';
import { type TokenAmount, tokenAmount, type UnixSeconds, unixSeconds } from '../../units.ts';
import {
  AmountFactSchema,
  amountFact,
  TokenFactSchema,
  tokenFact,
  UnitsSchema,
} from '../facts/amounts.ts';
import type { RowValue } from '../facts/rows.ts';
import { AddressSchema } from '../types.ts';

/** An argument's name, `@.to` (the called contract), `@.value` (the sent wei), or a constant. */
export type Path = string | bigint;

export type CallMembers = Readonly<Record<string, unknown>>;

/** Defines one member of a call: how it is read, stored and shown. */
export interface Role<Value = unknown, Schema extends Type.TSchema = Type.TSchema> {
  /** Path of the argument, if its name differs from the member's; see `Path`. */
  readonly path?: Path;
  /** Reads a decoded argument of the role's ABI type. `undefined` makes the call unreadable. */
  read(argument: unknown): Value | undefined;
  readonly schema: Schema;
  fact(value: Value, call: CallMembers, context: ChainContext): Type.Static<Schema>;
  /** Returns the member's row; missing for members that aren't shown. */
  row?(value: Value, call: CallMembers, context: ChainContext): RowValue | readonly RowValue[];
  /** Member with the token whose amount or name this member shows. */
  readonly tokenMember?: string;
  /** Returns the token whose amount or name the member shows. */
  token?(value: Value, call: CallMembers): string;
}

export type RoleValue<Of> = Of extends Role<infer Value> ? Value : never;

export const address: Role<Address, typeof AddressSchema> = {
  read: (argument) => argument as Address,
  schema: AddressSchema,
  fact: (value) => value,
  row: (value) => ({ kind: 'address', address: value }),
};

export const called: typeof address = { ...address, path: '@.to' };

/** A token that is named by its symbol. */
export const token: Role<Address, typeof TokenFactSchema> = {
  read: (argument) => argument as Address,
  schema: TokenFactSchema,
  fact: (value, _, context) => tokenFact(value, context),
  row: (value) => ({ kind: 'address', address: value }),
  token: (value) => value,
};

/** Amount in base units of the token that the member `name` contains. */
export function amountIn(name: string): Role<TokenAmount, typeof AmountFactSchema> {
  const tokenIn = (call: CallMembers) => call[name] as Address;
  const of = (amount: TokenAmount, call: CallMembers, context: ChainContext) =>
    amountFact({ token: tokenIn(call), amount }, context);
  return {
    read: (argument) => tokenAmount(argument as bigint),
    schema: AmountFactSchema,
    fact: of,
    row: (...value) => ({ kind: 'amount', amount: of(...value), isWhole: true }),
    tokenMember: name,
    token: (_, call) => tokenIn(call),
  };
}

/** Amount in base units of the called token contract. */
export const baseUnits: Role<TokenAmount, typeof UnitsSchema> = {
  read: (argument) => tokenAmount(argument as bigint),
  schema: UnitsSchema,
  fact: (value) => value.toString(),
};

/** An item's id, or a count. */
export const wholeNumber: Role<bigint, typeof UnitsSchema> = {
  read: (argument) => argument as bigint,
  schema: UnitsSchema,
  fact: (value) => value.toString(),
  row: (value) => ({ kind: 'number', number: value.toString() }),
};

export const flag = (): Role<boolean, Type.TBoolean> => ({
  read: (argument) => argument as boolean,
  schema: Type.Boolean(),
  fact: (value) => value,
});

/** True for the buyer's side of an option, false for the seller's. */
export const side = (): Role<boolean, Type.TBoolean> => ({
  ...flag(),
  row: (isBuyer) => ({ kind: 'option side', isBuyer }),
});

/** A time that fits into a number. */
export const time: Role<UnixSeconds, Type.TInteger> = {
  read: (argument) =>
    Number(argument) > Number.MAX_SAFE_INTEGER ? undefined : unixSeconds(Number(argument)),
  schema: Type.Integer({ minimum: 0 }),
  fact: (value) => value,
  row: (at) => ({ kind: 'time', at }),
};

/** A member for the worker's functions. It isn't stored or shown. */
export function internal<Value>(
  read: (argument: unknown) => Value | undefined = (argument) => argument as Value,
): Role<Value, Type.TUnknown> {
  return { read, schema: Type.Unknown(), fact: () => undefined };
}

export const bytes = internal<Hex>();

/** An order of a book, with times that fit into numbers. */
export const order = internal((tuple) => orderOfTuple(tuple as Parameters<typeof orderOfTuple>[0]));

export const isKnownBook = internal((book) => isOrderBook(String(book)));
