import { TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  BudgetError,
  createBudget,
  MAX_LENGTH,
  MAX_VALUES,
} from '../../../shared/approvals/budget.ts';
import {
  parseTypedData,
  TypedDataError,
  type TypedField,
  typedDataChainId,
} from '../../../shared/approvals/typed-data.ts';
import { typedDataDigest } from '../../../shared/approvals/typed-data-digest.ts';
import { parseTypedDataV1, typedDataV1Digest } from '../../../shared/approvals/typed-data-v1.ts';
import vectors from '../../vectors/typed-data-digests.json' with { type: 'json' };

const DOMAIN = {
  name: 'Ether Mail',
  version: '1',
  chainId: 1,
  verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
};
const MAIL = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: DOMAIN,
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
};

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((b) => `0x${Buffer.from(b).toString('hex')}`);

const atom: fc.Arbitrary<{ type: string; value: unknown }> = fc.oneof(
  fc.integer({ min: 1, max: 32 }).chain((n) =>
    fc.bigInt({ min: 0n, max: 2n ** BigInt(8 * n) - 1n }).map((value) => ({
      type: `uint${8 * n}`,
      value: value.toString(),
    })),
  ),
  fc
    .integer({ min: 1, max: 32 })
    .chain((n) =>
      fc
        .bigInt({ min: -(2n ** BigInt(8 * n - 1)), max: 2n ** BigInt(8 * n - 1) - 1n })
        .map((value) => ({ type: `int${8 * n}`, value: value.toString() })),
    ),
  fc
    .integer({ min: 1, max: 32 })
    .chain((n) => hex(n).map((value) => ({ type: `bytes${n}`, value }))),
  fc.uint8Array({ maxLength: 70 }).map((b) => ({
    type: 'bytes',
    value: `0x${Buffer.from(b).toString('hex')}`,
  })),
  fc.boolean().map((value) => ({ type: 'bool', value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value })),
  hex(20).map((value) => ({ type: 'address', value })),
);

/** Generates a list with a fixed or dynamic length. Its items have one elementary type. */
const listed = fc
  .tuple(atom, fc.integer({ min: 0, max: 4 }), fc.boolean())
  .map(([{ type, value }, length, isFixed]) => ({
    type: `${type}[${isFixed ? length : ''}]`,
    value: Array.from({ length }, () => value),
  }));

const struct = (member: fc.Arbitrary<{ type: string; value: unknown }>) =>
  fc.array(member, { minLength: 1, maxLength: 5 }).map((members) => ({
    fields: members.map(({ type }, i): TypedField => ({ name: `m${i}`, type })),
    value: Object.fromEntries(members.map(({ value }, i) => [`m${i}`, value])),
  }));

const data = fc
  .tuple(struct(fc.oneof(atom, listed)), struct(fc.oneof(atom, listed)))
  .map(([inner, outer]) => ({
    types: {
      Inner: inner.fields,
      Outer: [...outer.fields, { name: 'one', type: 'Inner' }, { name: 'many', type: 'Inner[]' }],
    },
    primaryType: 'Outer',
    domain: DOMAIN,
    message: { ...outer.value, one: inner.value, many: [inner.value, inner.value] },
  }));

describe('the digest of typed data', () => {
  it('the digest equals the example in EIP-712', () => {
    expect(typedDataDigest(parseTypedData(MAIL, 'V4'))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    );
  });

  it('computes the same digest as viem and ethers, for any types and values', () => {
    fc.assert(
      fc.property(data, ({ types, primaryType, domain, message }) => {
        const digest = typedDataDigest(
          parseTypedData({ types, primaryType, domain, message }, 'V4'),
        );
        expect(digest).toBe(TypedDataEncoder.hash(domain, types, message));
        expect(digest).toBe(
          hashTypedData({ types, primaryType, domain, message } as Parameters<
            typeof hashTypedData
          >[0]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each(vectors.cases)(
    'the digest equals the digest of eth-sig-util for $name',
    ({ data: input, digest }) => {
      const parsed = parseTypedData(input, 'V4');
      expect(typedDataDigest(parsed)).toBe(digest);
      // The signer parses the data from stored JSON, so the digest must stay the same.
      const stored: unknown = JSON.parse(JSON.stringify(parsed));
      expect(typedDataDigest(parseTypedData(stored, 'V4'))).toBe(digest);
    },
  );

  it('keeps the digest after the data was parsed and stored', () => {
    fc.assert(
      fc.property(data, (input) => {
        const parsed = parseTypedData(input, 'V4');
        const stored: unknown = JSON.parse(JSON.stringify(parsed));
        expect(typedDataDigest(parseTypedData(stored, 'V4'))).toBe(typedDataDigest(parsed));
      }),
    );
  });

  it('accepts the chain id in every spelling that libraries send', () => {
    for (const chainId of [8453, '8453', '0x2105', '0x0000000000002105']) {
      const parsed = parseTypedData({ ...MAIL, domain: { ...DOMAIN, chainId } }, 'V4');
      expect(typedDataChainId(parsed)).toBe(8453n);
      expect(typedDataDigest(parsed)).toBe(
        hashTypedData({ ...MAIL, domain: { ...DOMAIN, chainId: 8453n } } as never),
      );
    }
  });

  it('drops members that the type doesn’t name from the message and the digest', () => {
    const more = { ...MAIL, message: { ...MAIL.message, hidden: 'send all' } };
    const parsed = parseTypedData(more, 'V4');
    expect(parsed.message).not.toHaveProperty('hidden');
    expect(typedDataDigest(parsed)).toBe(typedDataDigest(parseTypedData(MAIL, 'V4')));
  });

  it('uses the domain’s members when no type declares the domain', () => {
    const { EIP712Domain: _, ...types } = MAIL.types;
    expect(typedDataDigest(parseTypedData({ ...MAIL, types }, 'V4'))).toBe(
      typedDataDigest(parseTypedData(MAIL, 'V4')),
    );
  });
});

describe('typed data that isn’t valid', () => {
  const person = MAIL.message.from;
  const bad: readonly (readonly [string, unknown])[] = [
    ['text', 'mail'],
    ['no types', { ...MAIL, types: undefined }],
    ['an unknown primary type', { ...MAIL, primaryType: 'Letter' }],
    ['a primary type from the prototype', { ...MAIL, primaryType: 'constructor' }],
    ['a missing member', { ...MAIL, message: { ...MAIL.message, contents: undefined } }],
    ['a number where text belongs', { ...MAIL, message: { ...MAIL.message, contents: 5 } }],
    [
      'an invalid address',
      { ...MAIL, message: { ...MAIL.message, to: { ...person, wallet: '0x12' } } },
    ],
    ['an inexact chain id', { ...MAIL, domain: { ...DOMAIN, chainId: 2 ** 60 } }],
    ['a chain id in words', { ...MAIL, domain: { ...DOMAIN, chainId: 'base' } }],
    [
      'two members with the same name',
      { ...MAIL, types: { ...MAIL.types, Mail: [...MAIL.types.Mail, ...MAIL.types.Mail] } },
    ],
  ];
  it.each(['(', ')', ',', '[', ']'])('rejects a name that contains "%s"', (c) => {
    const named = (name: string, field: string) => ({
      types: { [name]: [{ name: field, type: 'bool' }] },
      primaryType: name,
      message: { [field]: true },
    });
    expect(() => parseTypedData(named('A', 'b'), 'V4')).not.toThrow();
    expect(() => parseTypedData(named(`A${c}`, 'b'), 'V4')).toThrow(TypedDataError);
    expect(() => parseTypedData(named('A', `b${c}`), 'V4')).toThrow(TypedDataError);
  });

  it.each(['uint256', 'uint', 'address', 'bytes4'])(
    'rejects typed data with a struct named %s',
    (name) => {
      const types = { A: [{ name: 'x', type: name }], [name]: [] };
      expect(() => parseTypedData({ types, primaryType: 'A', message: { x: {} } }, 'V4')).toThrow(
        TypedDataError,
      );
    },
  );

  it('rejects a null struct in version 3, which forbids it', () => {
    const message = { ...MAIL.message, to: null };
    expect(() => parseTypedData({ ...MAIL, message }, 'V3')).toThrow(TypedDataError);
    expect(parseTypedData({ ...MAIL, message }, 'V4').message.to).toBeNull();
  });

  it.each(bad)('rejects invalid typed data: %s', (_, input) => {
    expect(() => parseTypedData(input, 'V4')).toThrow(TypedDataError);
  });

  it('rejects an integer below or above its range', () => {
    const of = (type: string, value: unknown) => ({
      types: { One: [{ name: 'x', type }] },
      primaryType: 'One',
      domain: {},
      message: { x: value },
    });
    for (const [type, good, wrong] of [
      ['uint8', 255, 256],
      ['uint8', 0, -1],
      ['int8', -128, -129],
      ['int8', '127', '128'],
    ] as const) {
      expect(() => typedDataDigest(parseTypedData(of(type, good), 'V4'))).not.toThrow();
      expect(() => parseTypedData(of(type, wrong), 'V4')).toThrow(TypedDataError);
    }
  });

  it.each([
    ['directly', { Node: [{ name: 'next', type: 'Node' }] }],
    ['in a list', { Node: [{ name: 'next', type: 'Node[][2]' }] }],
    [
      'through another type',
      { Node: [{ name: 'edge', type: 'Edge' }], Edge: [{ name: 'to', type: 'Node[]' }] },
    ],
  ])('rejects a type that refers to itself %s', (_, types) => {
    const input = { types, primaryType: 'Node', domain: {}, message: {} };
    expect(() => parseTypedData(input, 'V4')).toThrow('A type refers to itself.');
  });

  it('rejects a domain type that refers to itself through a list', () => {
    const types = { EIP712Domain: [{ name: 'all', type: 'EIP712Domain[]' }], A: [] };
    const input = { types, primaryType: 'A', domain: { all: [] }, message: {} };
    expect(() => parseTypedData(input, 'V4')).toThrow('A type refers to itself.');
  });

  it('rejects typed data that is nested too deeply', () => {
    const dimensions = '[]'.repeat(40);
    let deep: unknown = true;
    for (let i = 0; i < 40; i++) deep = [deep];
    const types = { A: [{ name: 'all', type: `bool${dimensions}` }] };
    const input = { types, primaryType: 'A', domain: {}, message: { all: deep } };
    expect(() => parseTypedData(input, 'V4')).toThrow('too deep');
  });

  it('rejects lists in version 3, which forbids them', () => {
    const input = {
      types: { List: [{ name: 'all', type: 'uint256[]' }] },
      primaryType: 'List',
      domain: {},
      message: { all: [1] },
    };
    expect(() => parseTypedData(input, 'V3')).toThrow(TypedDataError);
    expect(typedDataDigest(parseTypedData(MAIL, 'V3'))).toBe(
      typedDataDigest(parseTypedData(MAIL, 'V4')),
    );
  });
});

describe('typed data that is too expensive to read', () => {
  const listOf = (type: string, value: unknown, count: number) => ({
    types: { Leg: [{ name: 'size', type: 'int64' }], A: [{ name: 'all', type: `${type}[]` }] },
    primaryType: 'A',
    domain: {},
    message: { all: Array.from({ length: count }, () => value) },
  });

  it.each([
    ['values', listOf('bool', true, MAX_VALUES)],
    ['null structs', listOf('Leg', null, MAX_VALUES)],
    ['characters', listOf('string', 'x'.repeat(100_000), MAX_LENGTH / 100_000 + 1)],
  ])('rejects too many %s', (_, input) => {
    expect(() => parseTypedData(input, 'V4')).toThrow(BudgetError);
  });

  it('rejects data when several passes over it together exceed one budget', () => {
    const data = parseTypedData(listOf('bool', true, MAX_VALUES / 2), 'V4');
    const budget = createBudget();
    expect(() => typedDataDigest(data, budget)).not.toThrow();
    expect(() => typedDataDigest(data, budget)).toThrow(BudgetError);
  });

  it('rejects names longer than 128 characters', () => {
    const long = 'a'.repeat(129);
    for (const types of [
      { [long]: [] },
      { A: [{ name: long, type: 'bool' }] },
      { A: [{ name: 'a', type: `${long}[]` }] },
    ]) {
      expect(() => parseTypedData({ types, primaryType: 'A', message: {} }, 'V4')).toThrow(
        'malformed',
      );
    }
  });
});

describe('typed data of the first version', () => {
  // The published vectors of eth-sig-util.
  it.each([
    [
      [{ type: 'string', name: 'message', value: 'Hi, Alice!' }],
      '0x14b9f24872e28cc49e72dc104d7380d8e0ba84a3fe2e712704bcac66a5702bd5',
    ],
    [
      [
        { type: 'string', name: 'message', value: 'Hi, Alice!' },
        { type: 'uint8', name: 'value', value: 10 },
      ],
      '0xf7ad23226db5c1c00ca0ca1468fd49c8f8bbc1489bc1c382de5adc557a69c229',
    ],
    [
      [{ type: 'bytes', name: 'message', value: '0xdeadbeaf' }],
      '0x6c69d03412450b174def7d1e48b3bcbbbd8f51df2e76e2c5b3a5d951125be3a9',
    ],
  ])('computes the digest of eth-sig-util’s vector for version 1 (%#)', (input, digest) => {
    expect(typedDataV1Digest(parseTypedDataV1(input))).toBe(digest);
  });

  it('rejects data of version 1 that isn’t a list, has no entries or has an invalid entry', () => {
    for (const input of [[], {}, [{ type: 'uint8', name: 'n', value: 256 }], [{ type: 'x' }]]) {
      expect(() => parseTypedDataV1(input)).toThrow(TypedDataError);
    }
  });
});
