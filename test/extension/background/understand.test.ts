import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../shared/approvals/batch.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import delegation from '../../vectors/delegation.json' with { type: 'json' };
import vectors from '../../vectors/eip712-vectors.json' with { type: 'json' };

const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const draft = (data: string, to: string = TOKEN, value = '0x0') => ({ to, data, value });

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOOK_R12, amount] });

const vector = vectors.vectors[0];
if (vector === undefined) throw new Error('the vectors are missing');
const { message } = vector;
const fill = encodeFill({
  order: {
    maker: message.maker as Hex,
    orderExpiryTimestamp: unixSeconds(Number(message.orderExpiryTimestamp)),
    collateral: message.collateral as Hex,
    isCall: message.isCall,
    priceFeed: message.priceFeed as Hex,
    implementation: message.implementation as Hex,
    isLong: message.isLong,
    maxCollateralUsable: tokenAmount(BigInt(message.maxCollateralUsable)),
    strikes: message.strikes.map((strike) => price8(BigInt(strike))),
    expiry: unixSeconds(Number(message.expiry)),
    price: price8(BigInt(message.price)),
    extraOptionData: message.extraOptionData as Hex,
  },
  signature: vector.signature as Hex,
  referrer: '0x0000000000000000000000000000000000000000',
  numContracts: contracts(1_000_000n),
});

describe('the meaning of a transaction', () => {
  it('decodes a real fill, on a pinned book and on any other contract', () => {
    expect(understandTransaction(draft(fill, BOOK_R12))).toMatchObject({
      kind: 'fill',
      isPinnedBook: true,
      order: { price: 396_775_344n, numContracts: 1_000_000n },
    });
    expect(understandTransaction(draft(fill, OTHER))).toMatchObject({
      kind: 'fill',
      isPinnedBook: false,
    });
  });

  it('decodes approvals, plain sends and deployments, and reports the selector of an unknown call', () => {
    expect(understandTransaction(draft(approve(5n)))).toMatchObject({
      kind: 'approve',
      spender: BOOK_R12,
      amount: 5n,
    });
    expect(understandTransaction(draft('0x', OTHER, '0x7'))).toMatchObject({
      kind: 'send',
      value: 7n,
    });
    expect(understandTransaction({ data: '0x60', value: '0x0' })).toEqual({ kind: 'deploy' });
    expect(understandTransaction(draft('0x12345678'))).toMatchObject({
      kind: 'unknown',
      selector: '0x12345678',
    });
  });

  it('treats truncated or dirty bytes as unreadable, and mentions extra bytes after a call', () => {
    const exact = approve(5n);
    const dirtyAddress = `${exact.slice(0, 10)}01${exact.slice(12)}`;
    for (const data of [exact.slice(0, -2), dirtyAddress]) {
      expect(understandTransaction(draft(data))).toMatchObject({ kind: 'unreadable' });
    }
    expect(understandTransaction(draft(exact, TOKEN, '0x1'))).toMatchObject({ kind: 'unreadable' });
    expect(understandTransaction(draft(fill.slice(0, -2), BOOK_R12))).toMatchObject({
      kind: 'unreadable',
      name: 'fillOrder',
    });
    expect(understandTransaction(draft(`${fill}00`, BOOK_R12))).toMatchObject({
      kind: 'fill',
      tail: { kind: 'other', bytes: 1 },
    });
  });
});

describe("a batch of an account with the delegator's code", () => {
  const { calldata, calls } = delegation.executeBatch;
  const drafts = calls.map(({ target, value, callData }) => draft(callData, target, value));

  it('encodes a batch like the vector, and decodes it call by call', () => {
    const batch = batchOf(OTHER, drafts);
    expect(batch).toEqual({ to: OTHER, value: '0x0', data: calldata });
    expect(understandTransaction(batch ?? draft('0x'))).toMatchObject({
      kind: 'batch',
      to: OTHER,
      calls: [
        { call: { kind: 'approve', amount: 1_000_000n } },
        { call: { kind: 'wrap', amount: 10n ** 15n } },
      ],
    });
  });

  it('refuses to decode a batch with an unsupported mode, truncated bytes or no calls', () => {
    const mode = (bytes: string) => `${calldata.slice(0, 10)}${bytes}${calldata.slice(14)}`;
    for (const data of [mode('0101'), mode('0000'), mode('01ff'), calldata.slice(0, -2)]) {
      expect(understandTransaction(draft(data, OTHER))).toMatchObject({ kind: 'unreadable' });
    }
    const none = batchOf(OTHER, [])?.data ?? '0x';
    expect(understandTransaction(draft(none, OTHER))).toMatchObject({ kind: 'unreadable' });
    expect(understandTransaction(draft(calldata, OTHER), 10)).toMatchObject({ kind: 'unknown' });
  });

  it('refuses a deployment within a batch', () => {
    expect(batchOf(OTHER, [{ value: '0x0', data: '0x60' }])).toBeUndefined();
  });
});
