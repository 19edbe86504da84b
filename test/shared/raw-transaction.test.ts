import { Transaction } from 'ethers';
import fc from 'fast-check';
import { type Address, type Hex, parseTransaction, serializeTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  parseRaw,
  type RawTransaction,
  serializeRaw,
  type TransactionSignature,
} from '../../shared/chain/raw-transaction.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (value: Uint8Array) => `0x${Buffer.from(value).toString('hex')}` as Hex;
const amount = fc.bigInt({ min: 0n, max: 2n ** 96n });
const common = {
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.integer({ min: 0, max: 2 ** 31 }),
  gas: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  value: amount,
  data: fc.uint8Array({ maxLength: 300 }).map(hex),
};
const receiver = fc.option(bytes(20).map((value) => hex(value) as Address));

/**
 * Generates numbers of up to 32 bytes, including short numbers that encoders may treat differently.
 */
const scalar = fc
  .tuple(fc.integer({ min: 1, max: 32 }), bytes(32))
  .map(([size, value]) =>
    hex(Uint8Array.from([...new Uint8Array(32 - size), ...value.slice(0, size)])),
  )
  .filter((value) => BigInt(value) > 0n);
const signatures: fc.Arbitrary<TransactionSignature> = fc.record({
  r: scalar,
  s: scalar,
  yParity: fc.integer({ min: 0, max: 1 }),
});
const authorizationList = fc.array(
  fc
    .tuple(
      fc.record({
        chainId: fc.integer({ min: 0, max: 2 ** 31 }),
        address: bytes(20).map((value) => hex(value) as Address),
        nonce: fc.integer({ min: 0, max: 2 ** 31 }),
      }),
      signatures,
    )
    .map(([authorization, signature]) => ({ ...authorization, ...signature })),
  { minLength: 1, maxLength: 3 },
);

const transactions: fc.Arbitrary<RawTransaction> = fc
  .tuple(
    fc.record(common),
    receiver,
    fc.oneof(
      // viem rejects a tip above the maximum fee.
      fc.tuple(amount, amount).map(([maxPriorityFeePerGas, more]) => ({
        type: 'eip1559' as const,
        maxFeePerGas: maxPriorityFeePerGas + more,
        maxPriorityFeePerGas,
      })),
      amount.map((gasPrice) => ({ type: 'legacy' as const, gasPrice })),
      fc.tuple(amount, amount, authorizationList).map(([tip, more, list]) => ({
        type: 'eip7702' as const,
        maxFeePerGas: tip + more,
        maxPriorityFeePerGas: tip,
        authorizationList: list,
      })),
    ),
  )
  .map(([head, to, fees]) => ({ ...head, ...(to === null ? {} : { to }), ...fees }));

describe('the encoding of a transaction', () => {
  it('encodes unsigned and signed transactions to the same bytes as viem', () => {
    fc.assert(
      fc.property(transactions, signatures, (transaction, signature) => {
        expect(serializeRaw(transaction)).toBe(serializeTransaction(transaction));
        const { r, s, yParity } = signature;
        const v = BigInt(27 + yParity);
        expect(serializeRaw(transaction, signature)).toBe(
          serializeTransaction(transaction, { r, s, yParity, v }),
        );
      }),
    );
  });

  it('parses the encoded bytes to the same transaction', () => {
    fc.assert(
      fc.property(transactions, signatures, (transaction, signature) => {
        const raw = serializeRaw(transaction, signature);
        expect(parseRaw(raw)).toEqual(transaction);
        expect(parseTransaction(raw).chainId).toBe(transaction.chainId);
      }),
    );
  });

  it('encodes bytes that ethers parses to the same values', () => {
    const transaction: RawTransaction = {
      type: 'eip1559',
      chainId: 8453,
      nonce: 7,
      gas: 21_000n,
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: 10n ** 18n,
      data: '0x1234',
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 1n,
    };
    const { chainId, nonce, to, value, data, gasLimit, maxFeePerGas } = Transaction.from(
      serializeRaw(transaction),
    );
    expect([chainId, nonce, to, value, data, gasLimit, maxFeePerGas]).toEqual([
      8453n,
      7,
      transaction.to,
      transaction.value,
      transaction.data,
      21_000n,
      5n,
    ]);
  });

  it('rejects bytes that aren’t a complete transaction', () => {
    for (const raw of ['0x', '0x02', '0x02c0', '0xc0', '0x01c0'] as const) {
      expect(() => parseRaw(raw)).toThrow();
    }
  });
});
