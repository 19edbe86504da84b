import { describe, expect, it } from 'vitest';
import { parseTransaction } from '../../../entrypoints/background/rpc/transaction-params.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const RECEIVER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
/** The address with the case of one letter changed, which makes the checksum wrong. */
const WRONG_CHECKSUM = '0x90f79bf6EB2c4f870365E785982E1f101E93b906';

function parse(fields: Record<string, unknown>) {
  return parseTransaction([{ from: ACCOUNT, to: RECEIVER, ...fields }]);
}

function errorOf(fields: Record<string, unknown>): string {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('values with one meaning', () => {
  it.each([
    ['0x00', '0x0'],
    ['0x0de0b6b3a7640000', '0xde0b6b3a7640000'],
    ['0x', '0x0'],
    [1000, '0x3e8'],
    [null, '0x0'],
  ])('reads the value %j as %s', (value, expected) => {
    expect(parse({ value }).transaction.value).toBe(expected);
  });

  it.each(['gas', 'gasLimit'])('reads the field %s with leading zeros', (name) => {
    expect(parse({ [name]: '0x0186a0' }).transaction.gas).toBe('0x186a0');
  });

  it.each([
    ['data', ''],
    ['data', null],
    ['data', '0x'],
    ['input', ''],
    ['input', null],
  ])('reads the empty field %s (%j) as no data', (name, data) => {
    expect(parse({ [name]: data }).transaction.data).toBe('0x');
  });

  it.each([8453, '8453', '0x2105', '0x02105'])('reads %j as the chain id 8453', (chainId) => {
    expect(parse({ chainId }).chainId).toBe(8453n);
  });

  it.each(['0x0', '0x00', '0x1', '0x02', '0x2', 2, null])(
    'accepts the transaction type %j',
    (type) => {
      expect(parse({ type }).transaction.to).toBe(RECEIVER);
    },
  );

  it('reads the sender’s address in any letter case', () => {
    expect(parse({ from: `0x${ACCOUNT.slice(2).toUpperCase()}` }).account).toBe(ACCOUNT);
    expect(parse({ from: ACCOUNT.replace('C518', 'c518') }).account).toBe(ACCOUNT);
  });

  it.each([null, undefined, '0x'])(
    'treats a transaction with data as a deployment when its receiver is %j',
    (to) => {
      expect(parse({ to, data: '0x6000' }).transaction.to).toBeUndefined();
    },
  );

  it('accepts equal data and input whose letters differ in case', () => {
    expect(parse({ data: '0xAB', input: '0xab' }).transaction.data).toBe('0xab');
  });
});

describe('values with two meanings or none', () => {
  it.each([
    ['a receiver with a wrong checksum', { to: WRONG_CHECKSUM }],
    ['decimal text as the value, which could be hex', { value: '1000' }],
    ['hex without its prefix', { value: 'de0b6b3a7640000' }],
    ['a fraction', { value: 1.5 }],
    ['a number that is not exact', { value: 2 ** 60 }],
    ['a negative number', { value: -1 }],
    ['a value beyond 256 bits', { value: `0x1${'0'.repeat(64)}` }],
    ['data with half a byte', { data: '0xabc' }],
    ['data that differs from input', { data: '0xab', input: '0xcd' }],
    ['empty data beside an input', { data: '0x', input: '0xcd' }],
    ['two gas limits', { gas: '0x5208', gasLimit: '0x5209' }],
    ['a chain id that is text', { chainId: 'base' }],
    ['a chain id of zero', { chainId: 0 }],
    ['a blob transaction', { type: '0x3' }],
    ['an EIP-7702 transaction', { type: '0x04' }],
    ['an authorization list', { authorizationList: [] }],
    ['neither a receiver nor data', { to: null }],
  ])('refuses %s with -32602', (_name, fields) => {
    expect(errorOf(fields)).toBe('invalidParams');
  });
});

describe('fees that the site names', () => {
  const feeOf = (fields: Record<string, unknown>) => parse(fields).transaction.siteFee;

  it('uses a site’s gas price for both fee fields', () => {
    expect(feeOf({ gasPrice: '0x03b9aca00' })).toEqual({
      maxFeePerGas: '0x3b9aca00',
      maxPriorityFeePerGas: '0x3b9aca00',
    });
  });

  it('reads the two fee fields of EIP-1559, one of which may be missing', () => {
    expect(feeOf({ maxFeePerGas: '0x10', maxPriorityFeePerGas: '0x01' })).toEqual({
      maxFeePerGas: '0x10',
      maxPriorityFeePerGas: '0x1',
    });
    expect(feeOf({ maxFeePerGas: '0x10' })).toEqual({ maxFeePerGas: '0x10' });
    expect(feeOf({ maxPriorityFeePerGas: '0x1' })).toEqual({ maxPriorityFeePerGas: '0x1' });
  });

  it.each([{}, { gasPrice: null }, { gasPrice: '0x0' }, { maxFeePerGas: '0x00' }])(
    'finds no suggested fee in the fields %j',
    (fields) => {
      expect(feeOf(fields)).toBeUndefined();
    },
  );

  it.each([
    ['a gas price beside a maximum fee', { gasPrice: '0x1', maxFeePerGas: '0x1' }],
    ['a tip above the maximum fee', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
    ['a gas price in a type 2 transaction', { type: '0x2', gasPrice: '0x1' }],
    ['a maximum fee in a type 0 transaction', { type: '0x0', maxFeePerGas: '0x1' }],
    ['a gas price in decimal text', { gasPrice: '1000000000' }],
    ['an object as the maximum fee', { maxFeePerGas: {} }],
  ])('refuses %s with -32602', (_name, fields) => {
    expect(errorOf(fields)).toBe('invalidParams');
  });
});
