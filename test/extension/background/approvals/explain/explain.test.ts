import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../../../../entrypoints/background/chain/code-at.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { optionAbi } from '../../../../../shared/chain/abi/option.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID, OLDER_FACTORIES } from '../../../../../shared/chain/deployments.ts';
import type { KnownAddress } from '../../../../../shared/chain/receiver.ts';
import { epochMs } from '../../../../../shared/units.ts';
import { worded } from '../../../helpers/worded.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BAKERY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const POISON = `0x7099${'1'.repeat(32)}79c8`;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** ERC-8021: the code `bc_wallet`. */
const ATTRIBUTION = '62635f77616c6c6574090080218021802180218021802180218021';
const KNOWN: KnownAddress[] = [
  { address: BAKERY, name: 'Bakery', kind: 'contact' },
  { address: ACCOUNT, name: 'First', kind: 'own' },
];

/** Explains a call in the texts of the approval window. */
async function wordedCall(...call: Parameters<typeof explain>) {
  return worded(await explain(...call));
}

/** Describes a transfer of a token, or of one wei, as the approval window does. */
function said(to: string, token?: string) {
  const draft =
    token === undefined
      ? { to, value: '0x1', data: '0x' }
      : { to: token, value: '0x0', data: transferOf(to) };
  return wordedCall(
    {
      context: chainContext(CHAIN_ID, 'ETH'),
      rpc: { request: () => Promise.reject(new Error('nobody is asked')) },
      codeAt: () => Promise.reject(new Error('nobody is asked')),
      clock: { now: () => epochMs(0) },
      spotOf: () => undefined,
      isInFeed: async () => undefined,
      known: () => KNOWN,
    },
    understandTransaction(draft),
    ACCOUNT,
  );
}

/** Encodes `transfer(address,uint256)` of one unit. */
function transferOf(to: string): Hex {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`;
}

describe.each([
  ['the coin', undefined],
  ['a token', USDC],
])('an approval that sends %s', (_, token) => {
  it('names a contact that receives assets', async () => {
    const { checks, danger } = await said(BAKERY, token);
    expect(checks).toEqual([
      { label: 'Receiver', status: 'passed', detail: 'This is your contact Bakery.' },
    ]);
    expect(danger).toBeUndefined();
  });

  it('warns about a receiver that never received anything, and requires an acknowledgement if a token is sent', async () => {
    const { checks, danger } = await said(USDC.replace('8', '9').toLowerCase(), token);
    expect(checks).toMatchObject([{ label: 'Receiver', status: 'warned' }]);
    if (token === undefined) expect(danger).toBeUndefined();
    else expect(danger).toContain('never received anything from me');
  });

  it('requires an acknowledgement for a receiver whose address imitates a contact’s address', async () => {
    const { checks, danger } = await said(POISON, token);
    expect(checks).toMatchObject([{ status: 'warned', detail: expect.stringContaining(BAKERY) }]);
    expect(danger).toContain('It isn’t your contact Bakery');
  });
});

const CONTRACT = '0x6001';

/**
 * Describes a call on a chain where every contract call has this answer and every address has this
 * code.
 */
function saidOf(
  draft: { to: string; data: Hex; value?: string },
  {
    chainId = CHAIN_ID,
    answer = '0x',
    code = CONTRACT,
    asked = [],
  }: { chainId?: number; answer?: string | null; code?: unknown; asked?: unknown[] } = {},
) {
  const rpc = {
    request: async (method: string, params: unknown) => {
      if (method !== 'eth_getCode') return answer;
      asked.push(params);
      if (code instanceof Error) throw code;
      return code;
    },
  };
  return wordedCall(
    {
      context: chainContext(chainId, chainId === CHAIN_ID ? 'ETH' : 'POL'),
      rpc,
      codeAt: createCodeReader(rpc),
      clock: { now: () => epochMs(0) },
      spotOf: () => undefined,
      isInFeed: async () => undefined,
      known: () => KNOWN,
    },
    understandTransaction({ value: '0x0', ...draft }, chainId),
    ACCOUNT,
  );
}

const NFT = '0x1234567890123456789012345678901234567890';
const YES = `0x${'1'.padStart(64, '0')}`;
/**
 * A token's answer to `allowance`. As an answer to `supportsInterface`, the same value means false.
 */
const NO_ALLOWANCE = `0x${'0'.repeat(64)}`;
const abi = parseAbi([
  'function approve(address,uint256)',
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function increaseAllowance(address,uint256)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function multicall(bytes[])',
]);
const callOf = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: abi as Abi, functionName, args });

describe('the explanation of an allowance', () => {
  it('requires a full comparison of a spender whose address resembles a contact’s', async () => {
    const tokens = await saidOf({ to: USDC, data: callOf('approve', [POISON, 5n]) });
    const items = await saidOf({ to: NFT, data: callOf('setApprovalForAll', [POISON, true]) });
    for (const { danger } of [tokens, items]) expect(danger).toContain('Bakery');
  });

  it('shows an allowance in full precision, without rounding', async () => {
    const weth = '0x4200000000000000000000000000000000000006';
    const data = callOf('approve', [BAKERY, 1_000_000_000_000_000_001n]);
    const { sentence, rows } = await saidOf({ to: weth, data });
    expect(sentence).toContain('1.000000000000000001 WETH');
    expect(rows?.map(({ value }) => value)).toContain('1.000000000000000001 WETH');
  });

  it('shows which tokens an unlimited allowance covers and who the spender is', async () => {
    const most = 2n ** 256n - 1n;
    const known = await saidOf({ to: USDC, data: callOf('approve', [BAKERY, most]) });
    expect(known.sentence).toBe('Allow 0x7099…79C8 to take all your USDC, now and in the future');
    expect(known.danger).toBe('This lets 0x7099…79C8 move all your USDC, now and in the future.');
    const unknown = await saidOf({ to: NFT, data: callOf('approve', [BAKERY, most]) });
    expect(unknown.danger).toBe(
      'This lets 0x7099…79C8 move all your 0x1234…7890, now and in the future.',
    );
    const book = await saidOf({ to: USDC, data: callOf('approve', [BOOK_R12, most]) });
    expect(book.danger).toBe('This lets the order book move all your USDC, now and in the future.');
  });

  it('needs no comparison to revoke the allowance of an imitating spender', async () => {
    const { danger } = await saidOf({ to: USDC, data: callOf('approve', [POISON, 0n]) });
    expect(danger).toBeUndefined();
  });

  it('explains an allowance of a collectible as one item without an amount', async () => {
    const data = callOf('approve', [BAKERY, 77n]);
    const item = await saidOf({ to: NFT, data }, { answer: YES });
    expect(item.sentence).toContain('#77');
    expect(item.allowance).toBeUndefined();
    expect(item.danger).toBeDefined();
    const amount = await saidOf({ to: NFT, data }, { answer: '0x' });
    expect(amount.allowance?.amount).toBe('77');
  });
});

const PRIVATE = 'This is a personal account, not a contract';
const DELEGATED = `0xef0100${'ab'.repeat(20)}`;
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

describe('the explanation of an allowance for an ordinary account', () => {
  const allowing = [
    ['an allowance for an amount', { to: USDC, data: callOf('approve', [BAKERY, 5n]) }],
    ['an unlimited allowance', { to: USDC, data: callOf('approve', [BAKERY, 2n ** 256n - 1n]) }],
    ['an increase of an allowance', { to: USDC, data: callOf('increaseAllowance', [BAKERY, 5n]) }],
    [
      'an approval for every collectible',
      { to: NFT, data: callOf('setApprovalForAll', [BAKERY, true]) },
    ],
    ['an allowance of an unknown token', { to: NFT, data: callOf('approve', [BAKERY, 5n]) }],
  ] as const;
  const taking = [
    ['an allowance', { to: USDC, data: callOf('approve', [BAKERY, 0n]) }],
    ['an allowance of an unknown token', { to: NFT, data: callOf('approve', [BAKERY, 0n]) }],
    [
      'an approval for every collectible',
      { to: NFT, data: callOf('setApprovalForAll', [BAKERY, false]) },
    ],
  ] as const;

  it.each(allowing)(
    'warns that the spender is an ordinary account, in addition to the other dangers of %s',
    async (_, draft) => {
      const contract = await saidOf(draft);
      expect(contract.danger).toBeDefined();
      for (const code of ['0x', DELEGATED, DELEGATED.toUpperCase().replace('0X', '0x')]) {
        const { checks, danger } = await saidOf(draft, { code });
        expect(danger).toBe(`${PRIVATE}. Its owner alone decides what to take. ${contract.danger}`);
        expect(checks[0]).toMatchObject({ label: 'Spender', status: 'failed' });
        expect(checks[0]?.detail).toBe('A personal account, not a contract.');
        expect(JSON.stringify(checks)).not.toContain('Condor doesn’t know this contract');
      }
    },
  );

  it.each(allowing)(
    'treats the spender of %s as a contract when the nodes don’t return valid code',
    async (_, draft) => {
      const contract = await saidOf(draft);
      for (const code of [new Error('away'), null, 5, '', '0x1', 'no code']) {
        expect(await saidOf(draft, { code })).toEqual(contract);
      }
    },
  );

  it('warns when an ordinary account gets the approval for a single collectible, even item number zero', async () => {
    for (const item of [0n, 77n]) {
      const draft = { to: NFT, data: callOf('approve', [BAKERY, item]) };
      expect((await saidOf(draft, { answer: YES, code: '0x' })).danger).toContain(PRIVATE);
    }
  });

  it('warns when a call inside a multicall approves an ordinary account', async () => {
    const inner = [callOf('increaseAllowance', [BAKERY, 5n])];
    const { danger, checks } = await saidOf(
      { to: NFT, data: callOf('multicall', [inner]) },
      { code: '0x' },
    );
    expect(danger).toContain(PRIVATE);
    expect(checks).toContainEqual(expect.objectContaining({ status: 'failed' }));
  });

  it('requires a full comparison of an ordinary account whose address resembles a contact’s', async () => {
    const { danger } = await saidOf(
      { to: USDC, data: callOf('approve', [POISON, 5n]) },
      { code: '0x' },
    );
    expect(danger).toContain(PRIVATE);
    expect(danger).toContain('Bakery');
  });

  it.each(taking)('doesn’t show a danger for the revocation of %s', async (_, draft) => {
    const said = await saidOf(draft, { code: '0x', answer: NO_ALLOWANCE });
    expect(said.danger).toBeUndefined();
    expect(said).toEqual(await saidOf(draft, { answer: NO_ALLOWANCE }));
  });

  it.each(['0x', '0x1', null])(
    'explains an allowance of zero as an allowance for collectible 0 when the contract isn’t a token (node’s answer: %j)',
    async (answer) => {
      const draft = { to: NFT, data: callOf('approve', [BAKERY, 0n]) };
      const { sentence, danger } = await saidOf(draft, { answer });
      expect(sentence).not.toContain('Revoke');
      expect(danger).toContain('can take this collectible');
      const inner = { to: NFT, data: callOf('multicall', [[draft.data]]) };
      expect((await saidOf(inner, { answer })).danger).toContain('can take this collectible');
    },
  );

  it('for an increase by zero, doesn’t ask a node and doesn’t warn of an ordinary account', async () => {
    const asked: unknown[] = [];
    const draft = { to: USDC, data: callOf('increaseAllowance', [BAKERY, 0n]) };
    expect((await saidOf(draft, { code: '0x', asked })).danger).not.toContain(PRIVATE);
    expect(asked).toEqual([]);
  });
});

describe('the spender of an allowance', () => {
  it.each([
    ['the order book', BOOK_R12],
    ['Permit2', PERMIT2],
    ['a known token', USDC],
  ])('recognizes %s as a spender on Base without asking a node', async (_, spender) => {
    const asked: unknown[] = [];
    for (const amount of [5n, 2n ** 256n - 1n]) {
      const draft = { to: USDC, data: callOf('approve', [spender, amount]) };
      const { danger = '' } = await saidOf(draft, { code: '0x', asked });
      expect(danger).not.toContain(PRIVATE);
    }
    expect(asked).toEqual([]);
  });

  it('asks the chain about an unknown spender, and on a different network also about Permit2', async () => {
    const asked: unknown[] = [];
    await saidOf({ to: USDC, data: callOf('approve', [BAKERY, 5n]) }, { asked });
    expect(asked).toEqual([[BAKERY, 'latest']]);
    const { danger } = await saidOf(
      { to: USDC, data: callOf('approve', [PERMIT2, 5n]) },
      { chainId: 137, code: '0x', asked },
    );
    expect(danger).toContain(PRIVATE);
    expect(asked).toHaveLength(2);
  });
});

describe('the assets that leave the account', () => {
  it('shows the amount that transferFrom sends, and warns about a receiver that imitates a contact', async () => {
    const data = callOf('transferFrom', [ACCOUNT, POISON, 5_000_000n]);
    const { leaves, danger } = await saidOf({ to: USDC, data });
    expect(leaves).toMatchObject([{ symbol: 'USDC', amount: '5' }]);
    expect(danger).toContain('Bakery');
  });

  it('shows that a collectible leaves the account by transferFrom or safeTransferFrom', async () => {
    for (const functionName of ['transferFrom', 'safeTransferFrom']) {
      const data = callOf(functionName, [ACCOUNT, POISON, 9n]);
      const { leaves, danger } = await saidOf({ to: NFT, data }, { answer: YES });
      expect(leaves).toMatchObject([{ amount: '1' }]);
      expect(danger).toContain('Bakery');
    }
  });
});

describe('a transfer to oneself', () => {
  const toItself: Record<string, () => ReturnType<typeof wordedCall>> = {
    'the coin': () => said(ACCOUNT),
    'a token': () => said(ACCOUNT, USDC),
    'a token by transferFrom': () =>
      saidOf({ to: USDC, data: callOf('transferFrom', [ACCOUNT, ACCOUNT, 5n]) }),
    'a collectible': () =>
      saidOf(
        { to: NFT, data: callOf('safeTransferFrom', [ACCOUNT, ACCOUNT, 9n]) },
        { answer: YES },
      ),
  };

  it.each(Object.keys(toItself))(
    'doesn’t show an outgoing or incoming amount when the account sends %s to itself',
    async (name) => {
      const { leaves, arrives, rows } = (await toItself[name]?.()) ?? {};
      expect(leaves).toEqual([]);
      expect(arrives).toEqual([]);
      expect(rows).toContainEqual(expect.objectContaining({ label: 'To', value: ACCOUNT }));
    },
  );
});

describe('a permit that is sent as a call', () => {
  const WORD = `0x${'11'.repeat(32)}`;
  const permitOf = (owner: string, amount = 5n) =>
    saidOf({
      to: USDC,
      data: callOf('permit', [owner, BAKERY, amount, 1_900_000_000n, 27, WORD, WORD]),
    });

  it('explains a permit as an allowance when the account is the owner', async () => {
    const own = await permitOf(ACCOUNT);
    const approval = await saidOf({ to: USDC, data: callOf('approve', [BAKERY, 5n]) });
    expect(own.danger).toBe(approval.danger);
    expect(own.checks).toEqual(approval.checks);
    expect(own.rows.slice(0, 3)).toEqual(approval.rows);
    expect(own.rows.map(({ label }) => label)).toContain('Deadline');
    expect(own.allowance).toBeUndefined();
  });

  it('explains a permit of a different owner without a danger, and names the owner', async () => {
    const foreign = await permitOf(POISON);
    expect(foreign.danger).toBeUndefined();
    expect(foreign.sentence).toContain('permit');
    expect(foreign.rows).toContainEqual({ label: 'Token owner', value: POISON });
  });
});

describe('the explanation of an unknown call', () => {
  const data = '0xdeadbeef';

  it('names the contract of an unknown call in full, and requires an acknowledgement', async () => {
    const { rows, checks, danger } = await saidOf({ to: NFT, data });
    expect(rows).toEqual([{ label: 'Contract', value: NFT }]);
    expect(checks).toMatchObject([{ label: 'Meaning', status: 'warned' }]);
    expect(danger).toContain('can’t tell');
  });

  it('requires a full comparison of a call’s target whose address resembles a contact’s', async () => {
    const { checks, danger } = await saidOf({ to: POISON, data });
    expect(checks).toMatchObject([
      { label: 'Meaning', status: 'warned' },
      { label: 'Receiver', status: 'warned', detail: expect.stringContaining(BAKERY) },
    ]);
    expect(danger).toContain('can’t tell');
    expect(danger).toContain('It isn’t your contact Bakery');
  });

  it('treats a call to a contact and a truncated call as unknown too', async () => {
    const known = await saidOf({ to: BAKERY, data });
    expect(known.checks).toHaveLength(1);
    const dirty = await saidOf({
      to: POISON,
      data: `${callOf('approve', [BAKERY, 5n]).slice(0, -2)}` as Hex,
    });
    expect(dirty.rows).toEqual([{ label: 'Contract', value: POISON }]);
    expect(dirty.danger).toContain('Bakery');
  });

  it('warns about an order book’s address from Base when the call is on a different network', async () => {
    const { checks } = await saidOf({ to: BOOK_R12, data }, { chainId: 1 });
    expect(checks[0]).toMatchObject({ status: 'failed', detail: expect.stringMatching(/Base/) });
    const onBase = await saidOf({ to: BOOK_R12, data });
    expect(onBase.checks[0]?.detail).not.toMatch(/Base/);
  });

  it('names a factory of an older revision, but treats a call to that factory as unknown', async () => {
    for (const to of OLDER_FACTORIES) {
      const { checks, danger } = await saidOf({ to, data: `0x5072a100${'5'.padStart(64, '0')}` });
      expect(checks).toContainEqual(
        expect.objectContaining({ detail: expect.stringContaining('another revision') }),
      );
      expect(danger).toContain('can’t tell what this transaction does');
    }
  });

  it('shows an attribution as a row, and other bytes after a call as a danger', async () => {
    const transfer = callOf('transfer', [BAKERY, 5n]);
    const attributed = await saidOf({ to: USDC, data: `${transfer}${ATTRIBUTION}` });
    const bare = await saidOf({ to: USDC, data: transfer });
    expect(attributed).toEqual({
      ...bare,
      rows: [...bare.rows, { label: 'Attribution that the site claims', value: '“bc_wallet”' }],
    });
    const longer = await saidOf({ to: USDC, data: `${transfer}0011` });
    expect(longer.sentence).toBe(bare.sentence);
    expect(longer.danger).toContain('2 bytes follow the call');
  });
});

describe('a call on a different network', () => {
  it('treats the address of USDC as unknown on a different network', async () => {
    const { sentence } = await saidOf({ to: USDC, data: transferOf(BAKERY) }, { chainId: 137 });
    expect(sentence).toBe('Send 1 units of 0x8335…2913 to 0x7099…79C8');
  });

  it('uses the name of the network’s coin', async () => {
    const { sentence } = await saidOf({ to: BAKERY, data: '0x', value: '0x1' }, { chainId: 137 });
    expect(sentence).toContain('POL');
  });

  it('doesn’t recognize order books or option functions on a different network', async () => {
    const book = await saidOf(
      { to: USDC, data: callOf('approve', [BOOK_R12, 5n]) },
      { chainId: 137 },
    );
    expect(book.checks).toContainEqual(
      expect.objectContaining({ label: 'Spender', status: 'warned' }),
    );
    const payout = await saidOf({ to: NFT, data: '0x63bd1d4a' }, { chainId: 137 });
    expect(payout.danger).toContain('can’t tell');
  });
});

describe('an approval that gives away a side of an option', () => {
  const giveTo = (to: string) =>
    saidOf({
      to: `0x${'ab'.repeat(20)}`,
      data: encodeFunctionData({
        abi: optionAbi,
        functionName: 'transfer',
        args: [true, to as Address],
      }),
    });

  it('checks the option contract and the receiver of the transferred side', async () => {
    const { checks } = await giveTo(BAKERY);
    expect(checks).toMatchObject([
      { label: 'Option contract', status: 'warned' },
      { label: 'Receiver', status: 'passed' },
    ]);
  });

  it('requires an acknowledgement when the receiver of an option’s side imitates a contact', async () => {
    const { danger } = await giveTo(POISON);
    expect(danger).toContain('doesn’t know this contract');
    expect(danger).toContain('every character of the receiver');
  });
});

describe('the heading of an approval', () => {
  const ofCall = (signature: string, args: readonly unknown[], to: string = USDC) =>
    wordedCall(
      {
        context: chainContext(CHAIN_ID, 'ETH'),
        rpc: { request: async (method) => (method === 'eth_getCode' ? '0x6001' : '0x') },
        codeAt: async () => 'contract',
        clock: { now: () => epochMs(0) },
        spotOf: () => undefined,
        isInFeed: async () => undefined,
        known: () => KNOWN,
      },
      understandTransaction({
        to,
        value: '0x0',
        data: encodeFunctionData({ abi: parseAbi([signature]) as Abi, args }),
      }),
      ACCOUNT,
    );

  it('describes an unlimited permit or increase as “unlimited”, without 78 digits', async () => {
    const most = 2n ** 256n - 1n;
    const permit = await ofCall(
      'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      [ACCOUNT, BAKERY, most, 1n, 27, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`],
    );
    const more = await ofCall(
      'function increaseAllowance(address spender, uint256 addedValue) returns (bool)',
      [BAKERY, most],
    );
    for (const { sentence } of [permit, more]) {
      expect(sentence).toContain('an unlimited amount of USDC');
      expect(sentence).not.toMatch(/\d{20}/);
    }
  });

  it('requires an acknowledgement when a call rescues an option’s tokens', async () => {
    const rescue = await ofCall('function rescueERC20(address token)', [USDC], BAKERY);
    expect(rescue.danger).toBeDefined();
  });
});
