import fc from 'fast-check';
import { type Address, type Hex, recoverTransactionAddress } from 'viem';
import { hashAuthorization, recoverAuthorizationAddress } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import {
  signAuthorization,
  signTransaction,
} from '../../../../entrypoints/background/signer/sign.ts';
import { fromHex } from '../../../../shared/bytes.ts';
import { DELEGATOR, NO_CODE } from '../../../../shared/chain/delegation.ts';
import type {
  RawTransaction,
  SignedAuthorization,
} from '../../../../shared/chain/raw-transaction.ts';
import vectors from '../../../vectors/delegation.json' with { type: 'json' };

const KEY = fromHex(vectors.privateKey) ?? new Uint8Array();
const signed = (row: (typeof vectors.authorizations)[number]): SignedAuthorization => ({
  chainId: row.chainId,
  address: row.address as Address,
  nonce: row.nonce,
  yParity: row.yParity,
  r: row.r as Hex,
  s: row.s as Hex,
});
const { type: _, authorizationList, serializedSigned, hash, ...fields } = vectors.transaction;
const transaction: RawTransaction = {
  ...fields,
  type: 'eip7702',
  gas: BigInt(fields.gas),
  value: BigInt(fields.value),
  maxFeePerGas: BigInt(fields.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas),
  to: fields.to as Address,
  data: fields.data as Hex,
  authorizationList: authorizationList
    .map((tuple) => ({ ...tuple, label: '', hash: '' }))
    .map(signed),
};

describe('an authorization', () => {
  it.each(vectors.authorizations.filter(({ chainId }) => chainId !== 0))(
    'signs an authorization like the vector “$label”',
    (row) => {
      const { chainId, address, nonce } = signed(row);
      expect(hashAuthorization({ chainId, address, nonce })).toBe(row.hash);
      expect(signAuthorization(KEY, { chainId, address, nonce })).toEqual(signed(row));
    },
  );

  it('never signs an authorization for all chains', () => {
    for (const address of [DELEGATOR, NO_CODE]) {
      expect(() => signAuthorization(KEY, { chainId: 0, address, nonce: 8 })).toThrow(TypeError);
    }
  });

  it('signs an authorization only for the pinned delegator’s code, and only on chains where the delegator was checked', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(bytes, (value) => {
        const address = `0x${Buffer.from(value).toString('hex')}` as const;
        expect(() => signAuthorization(KEY, { chainId: 8453, address, nonce: 0 })).toThrow(
          TypeError,
        );
      }),
    );
    const elsewhere = { chainId: 10, address: DELEGATOR, nonce: 0 };
    expect(() => signAuthorization(KEY, elsewhere)).toThrow(TypeError);
  });

  it('signs an authorization that removes the account’s code on a chain without a checked delegator', async () => {
    const undone = signAuthorization(KEY, { chainId: 10, address: NO_CODE, nonce: 3 });
    expect(await recoverAuthorizationAddress({ authorization: undone })).toBe(vectors.address);
  });
});

describe('a transaction with an authorization', () => {
  it('produces exactly the vector’s bytes for a signed transaction with an authorization', async () => {
    const raw = signTransaction(KEY, transaction);
    expect(raw).toBe(serializedSigned);
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(
      vectors.address,
    );
  });

  it('signs a transaction only with exactly one authorization, for the transaction’s chain and the delegator’s code', () => {
    const [own] = transaction.authorizationList;
    if (own === undefined) throw new Error('no authorization in the vector');
    const lists: SignedAuthorization[][] = [
      [],
      [own, own],
      [{ ...own, chainId: 0 }],
      [{ ...own, chainId: 10 }],
      [{ ...own, address: '0x00000000000000000000000000000000000d0001' }],
    ];
    for (const list of lists) {
      expect(() => signTransaction(KEY, { ...transaction, authorizationList: list })).toThrow(
        TypeError,
      );
    }
  });
});
