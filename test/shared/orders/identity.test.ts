import fc from 'fast-check';
import { hashTypedData, keccak256, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { toHex } from '../../../shared/bytes.ts';
import { BOOK_R12, BOOKS } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { orderDigest, orderDigestBytes, orderTypedData } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { recoverSigner } from '../../../shared/orders/recover.ts';
import { contracts } from '../../../shared/units.ts';
import { anyOrder } from './arbitraries.ts';
import { realOrders } from './real-orders.ts';

describe('an order’s identity', () => {
  it.each(realOrders())(
    'computes the maker’s digest, nonce and signer for $label',
    ({ entry, expect: expected }) => {
      const digest = orderDigestBytes(entry.order, entry.optionBookAddress);
      expect(toHex(digest)).toBe(expected.digest);
      expect(computeNonce(entry.order)).toBe(BigInt(expected.computeNonce));
      expect(recoverSigner(digest, entry.signature)).toBe(entry.order.maker);
    },
  );

  it.each(realOrders())(
    'for $label, encodes the same calldata as the clients',
    ({ entry, calldataHash }) => {
      const data = encodeFill({
        ...entry,
        referrer: zeroAddress,
        numContracts: contracts(1_000_000n),
      });
      expect(keccak256(data)).toBe(calldataHash);
    },
  );

  it('an order’s digest equals that of a general EIP-712 encoder, for any order', () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        expect(orderDigest(order, BOOK_R12)).toBe(hashTypedData(orderTypedData(order, BOOK_R12)));
      }),
    );
  });

  it.each(BOOKS)('uses the domain of the $revision book $address', ({ address }) => {
    const { entry } = realOrders()[0] ?? expect.unreachable();
    expect(orderDigest(entry.order, address)).toBe(
      hashTypedData(orderTypedData(entry.order, address)),
    );
  });

  it('computes different digests for descending and ascending strikes', () => {
    const { entry } = realOrders()[4] ?? expect.unreachable();
    const reversed = { ...entry.order, strikes: [...entry.order.strikes].reverse() };
    expect(orderDigest(reversed, BOOK_R12)).not.toBe(orderDigest(entry.order, BOOK_R12));
  });

  it('computes the same nonce for sibling orders, whatever their strikes, expiry and price', () => {
    fc.assert(
      fc.property(anyOrder(), anyOrder(), (order, { strikes, expiry, price }) => {
        expect(computeNonce({ ...order, strikes, expiry, price })).toBe(computeNonce(order));
      }),
    );
  });
});

describe('signatures', () => {
  const { entry } = realOrders()[0] ?? expect.unreachable();
  const digest = orderDigestBytes(entry.order, entry.optionBookAddress);

  it('recovers the key that made a signature', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const order = { ...entry.order, maker: account.address };
    const signature = await account.signTypedData(orderTypedData(order, BOOK_R12));
    expect(recoverSigner(orderDigestBytes(order, BOOK_R12), signature)).toBe(account.address);
  });

  it.each([
    ['truncated', entry.signature.slice(0, -2)],
    ['over-long', `${entry.signature}00`],
    ['with v 0', `${entry.signature.slice(0, -2)}00`],
    ['with v 29', `${entry.signature.slice(0, -2)}1d`],
    ['of zeros', `0x${'00'.repeat(64)}1b`],
    ['with r above the order', `0x${'ff'.repeat(32)}${entry.signature.slice(66)}`],
    ['not hexadecimal', `0x${'zz'.repeat(65)}`],
  ])('doesn’t find a signer for an invalid signature (%s)', (_, signature) => {
    expect(recoverSigner(digest, signature as `0x${string}`)).toBeUndefined();
  });

  it('doesn’t find a signer for a signature whose s is in the upper half', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = order - BigInt(`0x${entry.signature.slice(66, 130)}`);
    const v = entry.signature.endsWith('1c') ? '1b' : '1c';
    const flipped = `${entry.signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
    expect(recoverSigner(digest, flipped as `0x${string}`)).toBeUndefined();
  });
});

describe('fillOrder calldata', () => {
  const decode = (data: string) => understandTransaction({ to: BOOK_R12, data, value: '0x0' });

  it('decodes fillOrder calldata to the encoded order, for any order', () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        const data = encodeFill({
          order,
          signature: `0x${'ab'.repeat(65)}`,
          referrer: BOOK_R12,
          numContracts: order.numContracts,
        });
        expect(decode(data)).toEqual({
          kind: 'fill',
          book: BOOK_R12,
          isPinnedBook: true,
          order,
          signature: `0x${'ab'.repeat(65)}`,
          referrer: BOOK_R12,
        });
      }),
    );
  });

  it('never decodes calldata with a changed byte to the same fill', () => {
    const { entry } = realOrders()[0] ?? expect.unreachable();
    const data = encodeFill({ ...entry, referrer: zeroAddress, numContracts: contracts(1n) });
    const original = decode(data);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: data.length / 2 - 2 }),
        fc.integer({ min: 1, max: 255 }),
        (at, flip) => {
          const from = 2 + 2 * at;
          const byte = Number.parseInt(data.slice(from, from + 2), 16) ^ flip;
          const changed =
            data.slice(0, from) + byte.toString(16).padStart(2, '0') + data.slice(from + 2);
          const decoded = decode(changed);
          expect(decoded).not.toEqual(original);
        },
      ),
    );
  });

  it.each([
    ['truncated', 'unreadable', (data: string) => data.slice(0, -64)],
    [
      'with a dirty address word',
      'unreadable',
      (data: string) => data.replace(/(0x.{8}.{192})0/, '$11'),
    ],
    [
      'with a different selector',
      'unknown',
      (data: string) => data.replace('a4761ec1', 'a4761ec2'),
    ],
  ])('doesn’t find a fill in damaged calldata (%s)', (_, kind, damage) => {
    const { entry } = realOrders()[0] ?? expect.unreachable();
    const data = encodeFill({ ...entry, referrer: zeroAddress, numContracts: contracts(1n) });
    const damaged = damage(data);
    expect(damaged).not.toBe(data);
    expect(decode(damaged).kind).toBe(kind);
  });
});
