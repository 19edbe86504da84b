import fc from 'fast-check';
import { type Abi, concat, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { BOOK_R12, TOKENS } from '../../../shared/chain/deployments.ts';
import { LENDING_POOL, reserveOf } from '../../../shared/chain/lending.ts';

const CONTRACT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const A = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const B = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const USDC = reserveOf('USDC').asset.address;
const WETH = TOKENS.find(({ symbol }) => symbol === 'WETH')?.address ?? CONTRACT;

/** The attribution of two codes (ERC-8021). */
const SUFFIX = '0x626173656170702c6d6f7270686f0e0080218021802180218021802180218021';

const ORDER = {
  maker: A,
  orderExpiryTimestamp: 1_900_000_000n,
  collateral: CONTRACT,
  isCall: true,
  priceFeed: CONTRACT,
  implementation: CONTRACT,
  isLong: false,
  maxCollateralUsable: 10n ** 9n,
  strikes: [10n ** 11n],
  expiry: 1_900_000_100n,
  price: 10n ** 7n,
  numContracts: 1n,
  extraOptionData: '0x',
} as const;

const others = parseAbi([
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] data) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function payout()',
  'function close()',
  'function returnExcessCollateral()',
  'function split(uint256 splitCollateralAmount)',
  'function reclaimCollateral(address ownedOption)',
  'function transfer(bool isBuyer, address target)',
  'function approveTransfer(bool isBuyer, address target, bool isApproved)',
]);

const encode = (functionName: string, args: readonly unknown[], abi: Abi = others) =>
  encodeFunctionData({ abi, functionName, args });
const understand = (data: Hex, to: string = CONTRACT, value = '0x0') =>
  understandTransaction({ to, data, value });

const TRANSFER = encode('transfer', [A, 5n]);

/** All functions that the wallet describes, each with an encoded call and its parsed form. */
const KNOWN: readonly (readonly [name: string, to: string, data: Hex, read: object])[] = [
  ['approve', CONTRACT, encode('approve', [A, 5n]), { kind: 'approve', spender: A, amount: 5n }],
  [
    'increaseAllowance',
    CONTRACT,
    encode('increaseAllowance', [A, 5n]),
    { kind: 'increase allowance', spender: A, amount: 5n },
  ],
  ['transfer', CONTRACT, TRANSFER, { kind: 'transfer', to: A, amount: 5n }],
  [
    'transferFrom',
    CONTRACT,
    encode('transferFrom', [A, B, 5n]),
    { kind: 'transfer from', from: A, to: B, amount: 5n },
  ],
  [
    'setApprovalForAll',
    CONTRACT,
    encode('setApprovalForAll', [A, true]),
    { kind: 'allow all', operator: A, isAllowed: true },
  ],
  [
    'safeTransferFrom of ERC-721',
    CONTRACT,
    encode('safeTransferFrom', [A, B, 9n]),
    { kind: 'transfer item', from: A, to: B, item: 9n, count: 1n },
  ],
  [
    'safeTransferFrom of ERC-721 with data',
    CONTRACT,
    encode('safeTransferFrom', [A, B, 9n, '0xabcd']),
    { kind: 'transfer item', item: 9n },
  ],
  [
    'safeTransferFrom of ERC-1155',
    CONTRACT,
    encode('safeTransferFrom', [A, B, 9n, 3n, '0x']),
    { kind: 'transfer item', item: 9n, count: 3n },
  ],
  ['withdraw of wrapped Ether', WETH, encode('withdraw', [7n]), { kind: 'unwrap', amount: 7n }],
  [
    'supply to the lending pool',
    LENDING_POOL,
    encode('supply', [USDC, 7n, A, 0], lendingPoolAbi),
    { kind: 'supply', asset: USDC, receipt: reserveOf('USDC').receipt.address, amount: 7n, to: A },
  ],
  [
    'withdraw from the lending pool',
    LENDING_POOL,
    encode('withdraw', [USDC, 7n, A], lendingPoolAbi),
    { kind: 'withdraw', asset: USDC, amount: 7n, to: A },
  ],
  ['payout', CONTRACT, encode('payout', []), { kind: 'payout', option: CONTRACT }],
  ['exercise', CONTRACT, '0xd32cb0fe', { kind: 'exercise', option: CONTRACT }],
  ['doNotExercise', CONTRACT, '0x854ed86e', { kind: 'decline exercise', option: CONTRACT }],
  ['close', CONTRACT, encode('close', []), { kind: 'close' }],
  [
    'returnExcessCollateral',
    CONTRACT,
    encode('returnExcessCollateral', []),
    { kind: 'return excess collateral' },
  ],
  ['split', CONTRACT, encode('split', [8n]), { kind: 'split', collateral: 8n }],
  [
    'reclaimCollateral',
    CONTRACT,
    encode('reclaimCollateral', [B]),
    { kind: 'reclaim collateral', owned: B },
  ],
  [
    'transfer of an option',
    CONTRACT,
    encode('transfer', [true, B]),
    { kind: 'transfer option', isBuyer: true, target: B },
  ],
  [
    'approveTransfer',
    CONTRACT,
    encode('approveTransfer', [false, B, true]),
    { kind: 'allow option transfer', isBuyer: false, target: B, isAllowed: true },
  ],
  [
    'fillOrder',
    BOOK_R12,
    encode('fillOrder', [ORDER, '0x11', CONTRACT], optionBookAbi),
    { kind: 'fill', isPinnedBook: true, signature: '0x11', referrer: CONTRACT },
  ],
  [
    'swapAndFillOrder',
    BOOK_R12,
    encode('swapAndFillOrder', [ORDER, '0x11', A, B, 3n, '0x22', CONTRACT], optionBookAbi),
    { kind: 'swap and fill', isPinnedBook: true, swapRouter: A, swapToken: B, swapAmount: 3n },
  ],
  [
    'cancelOrder',
    BOOK_R12,
    encode('cancelOrder', [ORDER], optionBookAbi),
    { kind: 'cancel orders', isPinnedBook: true, orders: [{ maker: A, price: 10n ** 7n }] },
  ],
  [
    'cancelOrders',
    CONTRACT,
    encode('cancelOrders', [[ORDER, ORDER]], optionBookAbi),
    { kind: 'cancel orders', isPinnedBook: false, orders: [{}, {}] },
  ],
  [
    'cancelOrdersExpiringBefore',
    BOOK_R12,
    encode('cancelOrdersExpiringBefore', [1_900_000_000n], optionBookAbi),
    { kind: 'cancel before', cutoff: 1_900_000_000 },
  ],
  [
    'claimFees',
    BOOK_R12,
    encode('claimFees', [B], optionBookAbi),
    { kind: 'claim fees', token: B },
  ],
  [
    'multicall',
    CONTRACT,
    encode('multicall', [[TRANSFER]]),
    { kind: 'multicall', isByContract: false, calls: [{ kind: 'transfer', token: CONTRACT }] },
  ],
  [
    'multicall with a deadline',
    CONTRACT,
    encode('multicall', [1n, [TRANSFER]]),
    { kind: 'multicall', calls: [{ kind: 'transfer' }] },
  ],
  [
    'aggregate3',
    CONTRACT,
    encode('aggregate3', [[{ target: B, allowFailure: false, callData: TRANSFER }]]),
    { kind: 'multicall', isByContract: true, calls: [{ kind: 'transfer', token: B }] },
  ],
];

/** Positions of bytes whose change makes a list empty. */
const EXAMPLES: Readonly<Record<string, [at: number, isInserted: boolean][]>> = {
  cancelOrders: [[67, false]],
  fillOrder: [[548, true]],
};

describe('a known call', () => {
  it.each(KNOWN)('parses a known call from its bytes: %s', (_, to, data, read) => {
    expect(understand(data, to)).toMatchObject(read);
    const upper = `0x${data.slice(2).toUpperCase()}` as Hex;
    expect(understand(upper, to)).toMatchObject(read);
  });

  it.each(KNOWN)(
    'treats a known call as unreadable or reports a tail when a byte was inserted or removed: %s',
    (name, to, data) => {
      const bytes = (data.length - 2) / 2;
      fc.assert(
        fc.property(fc.integer({ min: 4, max: bytes }), fc.boolean(), (at, isInserted) => {
          const cut = 2 + at * 2;
          if (!isInserted && at === bytes) return;
          const changed = isInserted
            ? `${data.slice(0, cut)}ff${data.slice(cut)}`
            : `${data.slice(0, cut)}${data.slice(cut + 2)}`;
          const { kind, tail } = understand(changed as Hex, to);
          // A shifted length byte can make a list read as empty. Its items then count as bytes
          // after the call. They are the shifted byte, or the shifted byte and the last signature's
          // word.
          const isNamed = tail?.kind === 'other' && (!isInserted || [1, 33].includes(tail.bytes));
          expect(isNamed || kind === 'unreadable', name).toBe(true);
        }),
        { numRuns: 40, examples: EXAMPLES[name] ?? [] },
      );
    },
  );

  it.each(KNOWN)(
    'parses a known call that is followed by an attribution or other bytes, and reports this tail separately: %s',
    (_, to, data, read) => {
      expect(understand(concat([data, SUFFIX]), to)).toMatchObject({
        ...read,
        tail: { kind: 'attribution', codes: ['baseapp', 'morpho'], suffix: SUFFIX },
      });
      expect(understand(concat([data, '0x00112233']), to)).toMatchObject({
        ...read,
        tail: { kind: 'other', bytes: 4 },
      });
    },
  );

  /** Functions that are payable in their ABI. The explanation shows the sent ether. */
  const PAYABLE = [
    'multicall',
    'multicall with a deadline',
    'aggregate3',
    'split',
    'reclaimCollateral',
  ];
  it.each(KNOWN.filter(([name]) => !PAYABLE.includes(name)))(
    'treats a known call as unreadable when it sends ether that the function doesn’t accept: %s',
    (_, to, data) => {
      expect(understand(data, to, '0x1').kind).toBe('unreadable');
    },
  );

  it('treats a known call as unreadable when the upper bytes of an address aren’t zero, or a boolean is 2', () => {
    const dirty = `${TRANSFER.slice(0, 10)}01${TRANSFER.slice(12)}` as Hex;
    expect(understand(dirty).kind).toBe('unreadable');
    const two = encode('setApprovalForAll', [A, true]).replace(/1$/, '2') as Hex;
    expect(understand(two).kind).toBe('unreadable');
  });

  it('parses random transfers into the encoded values', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));
    fc.assert(
      fc.property(
        address,
        address,
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (from, to, amount) => {
          expect(understand(encode('transferFrom', [from, to, amount]))).toEqual({
            kind: 'transfer from',
            token: CONTRACT,
            from,
            to,
            amount,
          });
        },
      ),
    );
  });
});

describe('wrapping', () => {
  it('recognizes wrapping only at the wrapped Ether contract', () => {
    const deposit = encode('deposit', []);
    expect(understand(deposit, WETH, '0x5')).toMatchObject({ kind: 'wrap', amount: 5n });
    expect(understand(deposit, CONTRACT, '0x5').kind).toBe('unreadable');
    expect(understand(encode('withdraw', [7n])).kind).toBe('unreadable');
  });
});

describe('calls within calls', () => {
  const nest = (levels: number): Hex =>
    levels === 0 ? TRANSFER : encode('multicall', [[nest(levels - 1)]]);

  it('parses calls three levels deep, and treats deeper calls as unknown', () => {
    expect(understand(nest(2))).toMatchObject({
      calls: [{ kind: 'multicall', calls: [{ kind: 'transfer' }] }],
    });
    expect(understand(nest(3))).toMatchObject({
      calls: [{ calls: [{ kind: 'multicall', calls: [{ kind: 'unknown' }] }] }],
    });
  });

  it('treats a multicall with no calls or with too many calls as unreadable', () => {
    expect(understand(encode('multicall', [[]])).kind).toBe('unreadable');
    expect(understand(encode('multicall', [Array(51).fill(TRANSFER)])).kind).toBe('unreadable');
  });

  it('returns an unreadable and an unknown call next to a readable call', () => {
    const data = encode('multicall', [[TRANSFER, TRANSFER.slice(0, -2) as Hex, '0x12345678']]);
    expect(understand(data)).toMatchObject({
      calls: [{ kind: 'transfer' }, { kind: 'unreadable' }, { kind: 'unknown' }],
    });
  });
});
