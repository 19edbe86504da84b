import { encodeAbiParameters, maxUint256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { movementsOf } from '../../../entrypoints/background/chain/movements.ts';
import { bundlesKey } from '../../../entrypoints/background/procedures/keys.ts';
import { BudgetError } from '../../../shared/approvals/budget.ts';
import { parseAs } from '../../../shared/parse.ts';

const OWN = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const OTHER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const WETH = '0x4200000000000000000000000000000000000006';
const word = (value: bigint | string) =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0');
const topic = (value: string) => `0x${word(value)}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const BUNDLE = {
  id: '0x01',
  origin: 'https://dapp.example',
  chainId: 8453,
  account: OWN,
  at: 1,
  calls: [],
  fee: { gas: ['0x1'], maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', isLegacy: false },
  requestKey: 'key',
  hashes: [],
  stopped: false,
};
const moved = (...logs: object[]) => movementsOf(OWN, [{ logs }]);

describe('the movements of a simulation', () => {
  it('returns the net amount of the account’s own transfers', () => {
    const transfer = (from: string, to: string, amount: bigint) => ({
      address: TOKEN,
      topics: [TRANSFER, topic(from), topic(to)],
      data: `0x${word(amount)}`,
    });
    expect(
      moved(transfer(OWN, OTHER, 9n), transfer(OTHER, OWN, 4n), transfer(OTHER, OTHER, 7n)),
    ).toEqual([{ token: TOKEN, amount: -5n, isCollectible: false }]);
  });

  it('counts ERC-1155 items and deposits into WETH, but ignores deposit events of other tokens', () => {
    expect(
      moved({
        address: TOKEN,
        topics: [SINGLE, topic(OTHER), topic(OWN), topic(OTHER)],
        data: `0x${word(1n)}${word(3n)}`,
      }),
    ).toEqual([{ token: TOKEN, amount: -3n, isCollectible: true, item: '1' }]);
    expect(moved({ address: WETH, topics: [DEPOSIT, topic(OWN)], data: `0x${word(5n)}` })).toEqual([
      { token: WETH, amount: 5n, isCollectible: false },
    ]);
    expect(moved({ address: TOKEN, topics: [DEPOSIT, topic(OWN)], data: `0x${word(5n)}` })).toEqual(
      [],
    );
  });

  it('never offsets an item of a collection against a different item', () => {
    const item = (from: string, to: string, number: bigint) => ({
      address: TOKEN,
      topics: [TRANSFER, topic(from), topic(to), `0x${word(number)}`],
      data: '0x',
    });
    const items = (from: string, to: string, ...numbers: bigint[]) => ({
      address: TOKEN,
      topics: [BATCH, topic(OTHER), topic(from), topic(to)],
      data: encodeAbiParameters(
        [{ type: 'uint256[]' }, { type: 'uint256[]' }],
        [numbers, numbers.map(() => 2n)],
      ),
    });
    expect(moved(item(OWN, OTHER, 1n), item(OTHER, OWN, 2n))).toEqual([
      { token: TOKEN, amount: -1n, isCollectible: true, item: '1' },
      { token: TOKEN, amount: 1n, isCollectible: true, item: '2' },
    ]);
    expect(moved(items(OWN, OTHER, 1n, 2n), items(OTHER, OWN, 2n, 3n))).toEqual([
      { token: TOKEN, amount: -2n, isCollectible: true, item: '1' },
      { token: TOKEN, amount: 2n, isCollectible: true, item: '3' },
    ]);
  });

  it('lists 100 incoming items of a flood and sums up the others, but keeps all outgoing items separate', () => {
    const numbers = Array.from({ length: 150 }, (_, index) => BigInt(index));
    const all = (from: string, to: string) => ({
      address: TOKEN,
      topics: [BATCH, topic(OTHER), topic(from), topic(to)],
      data: encodeAbiParameters(
        [{ type: 'uint256[]' }, { type: 'uint256[]' }],
        [numbers, numbers.map(() => 1n)],
      ),
    });
    const arrived = moved(all(OTHER, OWN));
    expect(arrived).toHaveLength(101);
    expect(arrived.at(-1)).toEqual({ token: TOKEN, amount: 50n, isCollectible: true });
    expect(moved(all(OWN, OTHER))).toHaveLength(150);
  });

  it('caps amounts at the highest possible balance, so that they can be stored', () => {
    const all = `0x${word(maxUint256)}`;
    const transfer = (from: string, to: string) => ({
      address: TOKEN,
      topics: [TRANSFER, topic(from), topic(to)],
      data: all,
    });
    const items = Array.from({ length: 900 }, () => 7n);
    const types = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const;
    const batch = {
      address: OTHER,
      topics: [BATCH, topic(OTHER), topic(OTHER), topic(OWN)],
      data: encodeAbiParameters(types, [items, items.map(() => maxUint256)]),
    };
    const flood = (from: string, to: string) =>
      moved(...Array.from({ length: 900 }, () => transfer(from, to)), batch);
    for (const [from, to, sign] of [
      [OTHER, OWN, 1n],
      [OWN, OTHER, -1n],
    ] as const) {
      const found = flood(from, to);
      expect(found.map(({ amount }) => amount)).toEqual([sign * maxUint256, maxUint256]);
      const rows = found.map((one) => ({ ...one, amount: one.amount.toString() }));
      const bundle = { ...BUNDLE, shown: [rows] };
      expect(parseAs(bundlesKey.schema, [bundle])).toEqual([bundle]);
    }
  });

  it.each([
    ['outgoing items', [BATCH, topic(OTHER), topic(OWN), topic(OTHER)], 1_001],
    ['items of other accounts', [BATCH, topic(OTHER), topic(OTHER), topic(OTHER)], 60_000],
  ])('rejects a log with more %s than the budget allows', (_, topics, count) => {
    const numbers = Array.from({ length: count }, (__, index) => BigInt(index));
    const types = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const;
    const data = encodeAbiParameters(types, [numbers, numbers.map(() => 1n)]);
    expect(() => moved({ address: TOKEN, topics, data })).toThrow(BudgetError);
  });

  it('skips malformed logs', () => {
    expect(
      moved({}, { address: 1, topics: 'x' }, { address: TOKEN, topics: [TRANSFER], data: '0x' }),
    ).toEqual([]);
  });
});
