import { erc20Abi } from '../../chain/abi/erc20.ts';
import { permit2Abi } from '../../chain/abi/permit2.ts';
import { tokenCallsAbi } from '../../chain/abi/token-calls.ts';
import { PERMIT2 } from '../../chain/chain-context.ts';
import { tokenAt } from '../../chain/tokens.ts';
import { isSameAddress } from '../../is-same-address.ts';
import * as Type from '../../schema.ts';
import { UnitsSchema } from '../facts/amounts.ts';
import { type CallContext, describedCall, functionOf, on } from './descriptor.ts';
import {
  address,
  amountIn,
  baseUnits,
  called,
  flag,
  type Role,
  time,
  wholeNumber,
} from './role.ts';

const amount = amountIn('token');
const spending = { token: called, spender: address, amount };
const item = { token: called, from: address, to: address, item: wholeNumber, count: wholeNumber };
const itemPaths = { item: 'tokenId', count: 1n } as const;

/** A deadline. A time beyond any calendar is shown as a number. */
const deadline: Role<bigint> = {
  ...wholeNumber,
  row: (value) =>
    value <= 8_640_000_000_000n
      ? { kind: 'time', at: Number(value) }
      : { kind: 'number', number: value.toString() },
};

/** Allowances. A function of the worker adds known facts about the spender. */
export const ALLOWANCE_CALLS = [
  describedCall({
    functions: { approve: on(functionOf(erc20Abi, 'approve')) },
    isEverywhere: true,
    roles: spending,
    stored: ['spender', 'amount'],
    /** Set if the spender is a known order book, the lending pool, or the pinned factory. */
    also: {
      isBook: Type.Optional(Type.Boolean()),
      isPool: Type.Optional(Type.Boolean()),
      isFactory: Type.Optional(Type.Boolean()),
    },
    alsoOf: ({ spender }, context) => ({
      ...(context.isBook(spender) ? { isBook: true } : {}),
      ...(context.isPool(spender) ? { isPool: true } : {}),
      ...(context.isFactory(spender) ? { isFactory: true } : {}),
    }),
    checks: ['allowance'],
  }),
  /** Adds to an existing allowance. Widespread, but not a standard. */
  describedCall({
    functions: {
      'increase allowance': on(tokenCallsAbi.increaseAllowance, { amount: 'addedValue' }),
    },
    isEverywhere: true,
    roles: spending,
    stored: ['spender', 'amount'],
    checks: ['allowance'],
  }),
  /** Permit2 is the same contract on every chain. */
  describedCall({
    functions: {
      'allow through permit2': on(functionOf(permit2Abi, 'approve'), { until: 'expiration' }),
    },
    where: ({ to }) => isSameAddress(to, PERMIT2),
    isEverywhere: true,
    roles: { ...spending, token: address, until: time },
    stored: ['spender', 'amount', 'until'],
    checks: ['allowance'],
  }),
  /** Submits a permit that `owner` signed (EIP-2612). */
  describedCall({
    functions: { permit: on(tokenCallsAbi.permit, { amount: 'value' }) },
    isEverywhere: true,
    roles: { ...spending, owner: address, deadline },
    stored: ['owner', 'spender', 'amount'],
    rows: { tokenOwner: 'owner', deadline: 'deadline' },
    checks: ['permit'],
  }),
] as const;

/** Transfers of ERC-20, ERC-721 and ERC-1155. */
export const TRANSFER_CALLS = [
  describedCall({
    functions: { transfer: on(functionOf(erc20Abi, 'transfer')) },
    isEverywhere: true,
    roles: { token: called, to: address, amount },
    stored: ['to', 'amount'],
    rows: { to: 'to' },
    checks: ['transfer'],
  }),
  /** For collectibles (ERC-721), the amount is the item's number. */
  describedCall({
    functions: { 'transfer from': on(functionOf(erc20Abi, 'transferFrom')) },
    isEverywhere: true,
    roles: { token: called, from: address, to: address, amount },
    stored: ['from', 'to', 'amount'],
    rows: { from: 'from', to: 'to' },
    checks: ['transfer'],
  }),
  /**
   * An allowance for one ERC-721 item. Only reading the contract distinguishes it from ERC-20's
   * `approve`.
   */
  describedCall({
    functions: { 'allow item': [] },
    roles: { token: called, operator: address, item: wholeNumber },
    stored: ['operator', 'item', 'token'],
    rows: { contract: 'token', item: 'item', operator: 'operator' },
    checks: ['allowance'],
  }),
  describedCall({
    functions: { 'allow all': on(tokenCallsAbi.setApprovalForAll, { isAllowed: 'approved' }) },
    isEverywhere: true,
    roles: { token: called, operator: address, isAllowed: flag() },
    stored: ['operator', 'token', 'isAllowed'],
    rows: { contract: 'token', operator: 'operator' },
    checks: ['allowance'],
  }),
  describedCall({
    functions: {
      'transfer item': [
        ...on(tokenCallsAbi.transferItem, itemPaths),
        ...on(tokenCallsAbi.transferItemWithData, itemPaths),
        ...on(tokenCallsAbi.transferItems, { item: 'id', count: 'value' }),
      ],
    },
    isEverywhere: true,
    roles: item,
    stored: ['item', 'token', 'to'],
    rows: { contract: 'token', item: 'item', count: 'count', from: 'from', to: 'to' },
    checks: ['transfer'],
  }),
] as const;

/** `deposit` means wrapping only in the known contract. */
const isWrappedEther = ({ to }: CallContext) => tokenAt(to)?.symbol === 'WETH';

export const WRAPPING_CALLS = [
  describedCall({
    functions: {
      wrap: on(tokenCallsAbi.deposit, { amount: '@.value' }),
      unwrap: on(tokenCallsAbi.withdraw),
    },
    where: isWrappedEther,
    roles: { token: called, amount: baseUnits },
    also: { wei: UnitsSchema },
    alsoOf: ({ amount: wei }) => ({ wei: wei.toString() }),
    moves({ kind, token, amount: wei }) {
      const [ether, wrapped] = [[{ amount: wei }], [{ token, amount: wei }]];
      return kind === 'wrap'
        ? { leaves: ether, arrives: wrapped }
        : { leaves: wrapped, arrives: ether };
    },
  }),
] as const;
