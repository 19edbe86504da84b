import * as Type from '../../schema.ts';
import type { Wei } from '../../units.ts';
import { CoinFactSchema } from '../facts/amounts.ts';
import { describedCall } from './descriptor.ts';
import { address, bytes, internal, type Role } from './role.ts';

const name: Role<string, Type.TString> = {
  ...internal<string>(),
  schema: Type.String({ maxLength: 64 }),
  fact: (value) => value,
};

export const DEPLOYMENTS = [
  describedCall({ functions: { deploy: [] }, roles: {}, checks: ['unknown'] }),
] as const;

export const SENDING = [
  describedCall({
    functions: { send: [] },
    isEverywhere: true,
    roles: { to: address, value: internal<Wei>() },
    stored: ['to'],
    also: { amount: CoinFactSchema },
    alsoOf: ({ value }, { coin }) => ({ amount: { wei: value.toString(), coin } }),
    rows: { to: 'to' },
    checks: ['transfer'],
  }),
] as const;

export const UNKNOWN_CALLS = [
  /** The selector of a known function, followed by bytes that aren't its valid arguments. */
  describedCall({
    functions: { unreadable: [] },
    isEverywhere: true,
    roles: { name, to: address },
    stored: ['name', 'to'],
    rows: { calledContract: 'to' },
    checks: ['ownCall', 'unknown'],
  }),
  describedCall({
    functions: { unknown: [] },
    isEverywhere: true,
    roles: { to: address, selector: bytes },
    stored: ['to'],
    rows: { calledContract: 'to' },
    checks: ['ownCall', 'unknown'],
  }),
] as const;
