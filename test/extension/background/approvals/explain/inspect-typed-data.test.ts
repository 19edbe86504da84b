import { describe, expect, it } from 'vitest';
import { signedFacts } from '../../../../../entrypoints/background/approvals/sending/signatures.ts';
import type { Code } from '../../../../../entrypoints/background/chain/code-at.ts';
import { BOOK_R12, CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import { price8 } from '../../../../../shared/units.ts';
import samples from '../../../../vectors/signed-samples.json' with { type: 'json' };
import { SIGNER, shownTypedData } from '../../../helpers/typed-data.ts';

const ACCOUNT = SIGNER;

const requestOf = (data: unknown, version: 'V1' | 'V4') => ({
  kind: 'typed_data' as const,
  account: ACCOUNT,
  version,
  json: JSON.stringify(data),
});

const shown = (data: unknown, version: 'V1' | 'V4') => shownTypedData(data, { version });

const FORGED = 'me\nto: 0x0000\u2028all\u202e\u200b\u3164';
const ESCAPED = 'me\\nto: 0x0000\\u{2028}all\\u{202e}\\u{200b}\\u{3164}';

describe('typed data of the oldest format', () => {
  it('lists the members of typed data in the oldest format, and shows a warning and a danger', async () => {
    const found = await shown([{ type: 'uint8', name: 'count', value: 5 }], 'V1');
    expect(found.members).toEqual([{ label: 'count', value: '5', full: 'uint8' }]);
    expect(found.checks).toMatchObject([{ status: 'warned' }]);
    expect(found.danger).toContain('may be valid anywhere');
  });

  it('escapes values and member names in the oldest format, so that neither can imitate a line of the window', async () => {
    const found = await shown([{ type: 'string', name: FORGED, value: FORGED }], 'V1');
    expect(found.members).toEqual([{ label: ESCAPED, value: ESCAPED, full: 'string' }]);
  });
});

describe('typed data', () => {
  const data = {
    types: {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      Note: [{ name: 'text', type: 'string' }],
    },
    primaryType: 'Note',
    domain: { name: FORGED },
    message: { text: FORGED },
  };

  it('escapes values of typed data in the window and in the activity, so that no value can forge a line', async () => {
    expect((await shown(data, 'V4')).members).toEqual([
      { label: 'domain · name', value: ESCAPED, depth: 0 },
      { label: 'text', value: ESCAPED, depth: 0 },
    ]);
    expect(signedFacts(requestOf(data, 'V4'))).toEqual({
      kind: 'typed data',
      type: 'Note',
      name: ESCAPED,
    });
  });

  it('shows every item of nested lists in typed data', async () => {
    const lists = {
      types: {
        Basket: [
          { name: 'eggs', type: 'Egg[]' },
          { name: 'marks', type: 'uint8[][]' },
        ],
        Egg: [{ name: 'colour', type: 'string' }],
      },
      primaryType: 'Basket',
      domain: {},
      message: { eggs: [{ colour: 'red' }, { colour: 'blue' }], marks: [[1, 2], []] },
    };
    const { members } = await shown(lists, 'V4');
    expect(members.map(({ label, value, depth, count }) => [depth, label, count ?? value])).toEqual(
      [
        [0, 'eggs', 2],
        [1, '0', ''],
        [2, 'colour', 'red'],
        [1, '1', ''],
        [2, 'colour', 'blue'],
        [0, 'marks', 2],
        [1, '0', 2],
        [2, '0', '1'],
        [2, '1', '2'],
        [1, '1', 0],
      ],
    );
  });
});

const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const SOON = 1_800_003_600;
const PRIVATE = 'This is a personal account';

const fieldsOf = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }));

/** A permit of EIP-2612. */
const permitOf = (spender: string, value: number) => ({
  types: {
    Permit: fieldsOf({
      owner: 'address',
      spender: 'address',
      value: 'uint256',
      nonce: 'uint256',
      deadline: 'uint256',
    }),
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', chainId: CHAIN_ID, verifyingContract: USDC },
  message: { owner: ACCOUNT, spender, value, nonce: 0, deadline: SOON },
});

/** A Permit2 signature for a single transfer (valid even for zero), or for an allowance. */
const permit2Of = (isOnce: boolean, spender: string, amount: number) => {
  const [details, part] = isOnce ? ['permitted', 'TokenPermissions'] : ['details', 'PermitDetails'];
  const primaryType = isOnce ? 'PermitTransferFrom' : 'PermitSingle';
  return {
    types: {
      [primaryType]: fieldsOf({
        [details]: part,
        spender: 'address',
        ...(isOnce ? { nonce: 'uint256', deadline: 'uint256' } : { sigDeadline: 'uint256' }),
      }),
      [part]: fieldsOf(
        isOnce
          ? { token: 'address', amount: 'uint256' }
          : { token: 'address', amount: 'uint160', expiration: 'uint48', nonce: 'uint48' },
      ),
    },
    primaryType,
    domain: { name: 'Permit2', chainId: CHAIN_ID, verifyingContract: PERMIT2 },
    message: {
      [details]: { token: USDC, amount, ...(isOnce ? {} : { expiration: SOON, nonce: 0 }) },
      spender,
      ...(isOnce ? { nonce: 0, deadline: SOON } : { sigDeadline: SOON }),
    },
  };
};

it('shows the verifying contract among the signed data', async () => {
  expect((await shown(permitOf(SPENDER, 1), 'V4')).members).toContainEqual({
    label: 'domain · verifyingContract',
    value: USDC,
    depth: 0,
  });
});

/** Inspects typed data on a chain with this code, and records the addresses that are looked up. */
async function shownOnChain(data: unknown, code: Code | undefined) {
  const asked: string[] = [];
  const found = await shownTypedData(data, {
    codeAt: async (address) => {
      asked.push(address);
      return code;
    },
  });
  return { ...found, asked };
}

describe.each([
  ['of EIP-2612', permitOf],
  ['of Permit2', permit2Of.bind(undefined, false)],
  ['of Permit2 for once', permit2Of.bind(undefined, true)],
])('a permit %s', (_, of) => {
  it('warns when a permit’s spender is an ordinary account, and keeps the permit’s other danger', async () => {
    const data = of(SPENDER, 5);
    const contract = await shownOnChain(data, 'contract');
    expect(contract.danger).toContain('can take');
    for (const code of ['none', 'delegated'] as const) {
      const { danger, checks, asked } = await shownOnChain(data, code);
      expect(danger).toContain(PRIVATE);
      expect(danger).toContain(contract.danger);
      expect(checks[0]).toMatchObject({ label: 'Spender', status: 'failed' });
      expect(checks.filter(({ label }) => label === 'Spender')).toHaveLength(1);
      expect(asked).toEqual([SPENDER]);
    }
  });

  it('treats the spender of a permit as a contract when no node responds', async () => {
    const data = of(SPENDER, 5);
    expect(await shownOnChain(data, undefined)).toEqual(await shownOnChain(data, 'contract'));
  });

  it('doesn’t ask a node for the code of a permit’s spender when the spender is the order book', async () => {
    const { danger, asked } = await shownOnChain(of(BOOK_R12, 5), 'none');
    expect(danger).not.toContain(PRIVATE);
    expect(asked).toEqual([]);
  });
});

describe('typed data that doesn’t grant an allowance', () => {
  it('doesn’t ask a node or show a danger when a permit revokes an allowance', async () => {
    for (const data of [permitOf(SPENDER, 0), permit2Of(false, SPENDER, 0)]) {
      const { danger, asked } = await shownOnChain(data, 'none');
      expect(danger).toBeUndefined();
      expect(asked).toEqual([]);
    }
  });

  it('doesn’t ask a node or add anything when the domain of typed data doesn’t name a chain', async () => {
    const note = {
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      domain: {},
      message: { text: 'hello' },
    };
    expect(await shownOnChain(note, 'none')).toEqual({ ...(await shown(note, 'V4')), asked: [] });
  });

  it('escapes repeated blanks in a value, and shortens a long type name in the heading', async () => {
    const name = `N${'o'.repeat(120)}te`;
    const data = {
      types: { [name]: [{ name: 'text', type: 'string' }] },
      primaryType: name,
      domain: { name: 'Shop' },
      message: { text: `hello${' '.repeat(80)}amount: 5 USDC` },
    };
    const found = await shown(data, 'V4');
    expect(found.members.at(-1)?.value).toBe('hello\\u{20}×80 amount: 5 USDC');
    expect(found.sentence).toBe(`Sign “${name.slice(0, 60)}…”`);
  });
});

describe('a trade of known tokens', () => {
  const order = samples.cases.find(({ name }) => name === 'a CoW order far below the price');
  if (order === undefined) throw new TypeError('sample missing');
  const { data, account } = order;

  it('loads missing prices before comparing what a trade gives with what it returns', async () => {
    let ether = 0n;
    const found = await shownTypedData(data, {
      account,
      spotOf: () => (ether === 0n ? undefined : price8(ether)),
      refreshSpots: async () => {
        ether = 2_000_00000000n;
      },
    });
    expect(found.danger).toContain('I agree to give $20,000.00 for $3.00');
  });

  it('a trade of known tokens needs an acknowledgement when the wallet has no prices', async () => {
    const found = await shownTypedData(data, { account, spotOf: () => undefined });
    expect(found.danger).toBe(
      'I agree to a price that Condor can’t check now. It could be far too low.',
    );
    expect(found.checks).toContainEqual({
      label: 'Price',
      status: 'warned',
      detail: expect.stringContaining('no current prices'),
    });
  });

  it.each([
    [26_99n, true],
    [27_00n, false],
  ])(
    'warns only if a trade of known tokens returns less than nine tenths of its value: %d cents for 30 dollars',
    async (cents, isFar) => {
      const message = {
        ...data.message,
        sellAmount: (10n ** 16n).toString(),
        buyAmount: (cents * 10_000n).toString(),
      };
      const found = await shownTypedData(
        { ...data, message },
        { account, spotOf: () => price8(3_000_00000000n) },
      );
      expect(found.danger !== undefined).toBe(isFar);
    },
  );
});
