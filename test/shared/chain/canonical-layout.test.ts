import fc from 'fast-check';
import { type AbiParameter, decodeAbiParameters, encodeAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { hasCanonicalLayout } from '../../../shared/chain/canonical-layout.ts';

interface Typed {
  readonly param: AbiParameter;
  readonly value: unknown;
}

const word: fc.Arbitrary<Typed> = fc
  .bigInt({ min: 0n, max: 2n ** 256n - 1n })
  .map((value) => ({ param: { type: 'uint256' }, value }));
const bytes: fc.Arbitrary<Typed> = fc
  .uint8Array({ maxLength: 70 })
  .map((raw) => ({ param: { type: 'bytes' }, value: `0x${Buffer.from(raw).toString('hex')}` }));
const text: fc.Arbitrary<Typed> = fc
  .string({ maxLength: 40 })
  .map((value) => ({ param: { type: 'string' }, value }));

/** Generates values of any type: words, bytes, texts, and lists and tuples of them. */
const { typed } = fc.letrec<{ typed: Typed }>((tie) => ({
  typed: fc.oneof(
    { maxDepth: 3 },
    word,
    bytes,
    text,
    fc
      .tuple(tie('typed'), fc.integer({ min: 0, max: 3 }), fc.boolean())
      .map(([{ param, value }, length, isFixed]) => ({
        param: { ...param, type: `${param.type}[${isFixed ? length + 1 : ''}]` },
        value: Array.from({ length: isFixed ? length + 1 : length }, () => value),
      })),
    fc.array(tie('typed'), { minLength: 1, maxLength: 3 }).map((members) => ({
      param: { type: 'tuple', components: members.map(({ param }) => param) },
      value: members.map(({ value }) => value),
    })),
  ),
}));
const values = fc.array(typed, { minLength: 1, maxLength: 4 });

const encoded = (members: readonly Typed[]) => ({
  params: members.map(({ param }) => param),
  body: encodeAbiParameters(
    members.map(({ param }) => param),
    members.map(({ value }) => value),
  ).slice(2),
});

describe('the layout of ABI values', () => {
  it('accepts every encoding that an encoder returns', () => {
    fc.assert(
      fc.property(values, (members) => {
        const { params, body } = encoded(members);
        expect(hasCanonicalLayout(params, body)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects missing or additional bytes', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 64 }), (members, count) => {
        const { params, body } = encoded(members);
        expect(hasCanonicalLayout(params, body + '00'.repeat(count))).toBe(false);
        expect(hasCanonicalLayout(params, body.slice(0, -2 * count))).toBe(false);
      }),
    );
  });

  it('accepts a changed word only if the decoded values encode to the same length', () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.nat({ max: 40 }), (members, at, step) => {
        const { params, body } = encoded(members);
        const start = 64 * (at % (body.length / 64));
        const changed =
          (BigInt(`0x${body.slice(start, start + 64)}`) + BigInt(32 * step)) % 2n ** 256n;
        const other = `${body.slice(0, start)}${changed.toString(16).padStart(64, '0')}${body.slice(start + 64)}`;
        fc.pre(hasCanonicalLayout(params, other));
        // If the layout is canonical, the decoded values encode to the same length.
        const decoded = decodeAbiParameters(params, `0x${other}`) as readonly unknown[];
        expect(encodeAbiParameters(params, decoded).length).toBe(2 + other.length);
      }),
    );
  });
});
