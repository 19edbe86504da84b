import { describe, expect, it } from 'vitest';
import {
  ChangedError,
  createRecheck,
  markOf,
  type Recheck,
} from '../../../../entrypoints/background/approvals/recheck.ts';
import type { Simulation } from '../../../../entrypoints/background/chain/simulate.ts';
import { stored } from '../../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../../entrypoints/background/stored-keys.ts';
import type { ApprovalDraft } from '../../../../shared/approvals/types.ts';
import { NodeError } from '../../../../shared/rpc/codes.ts';
import { epochMs } from '../../../../shared/units.ts';
import { memoryAreas } from '../../helpers/memory-areas.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
/** Contract that computes the price of the data that a transaction posts. */
const ORACLE = '0x420000000000000000000000000000000000000F';
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

const DRAFT: ApprovalDraft = {
  id: 'draft',
  requestKey: 'key',
  requester: { origin: 'https://site.example', own: false },
  chainId: 8453,
  createdAt: 0,
  request: {
    kind: 'transaction',
    account: ACCOUNT,
    transaction: { to: TOKEN, value: '0x0', data: '0xa9059cbb' },
  },
};

/** A fee of 100 wei per gas, and 100 wei for the data. */
const FEE = {
  gas: ['0x5208'],
  maxFeePerGas: '0x64',
  maxPriorityFeePerGas: '0x1',
  dataFee: '0x64',
  isLegacy: false,
};

const moving = (...movements: readonly (readonly [string, bigint])[]): Simulation => ({
  outcome: 'succeeds',
  block: 1n,
  movements: movements.map(([token, amount]) => ({ token, amount, isCollectible: false })),
});

/**
 * Prepares a click in a window that showed one simulation. At the click, the node returns `answer`.
 */
function look(
  shown: Simulation | undefined,
  answer: () => unknown,
  later = 5_000,
  areas = memoryAreas(),
  block: unknown = { baseFeePerGas: '0x64' },
  dataFee: unknown = `0x${'64'.padStart(64, '0')}`,
) {
  let now = 0;
  const asked: string[] = [];
  const recheck = createRecheck({
    stored: stored(areas, STORED_KEYS.shownSimulations),
    clock: { now: () => epochMs(now) },
    rpcOf: () => ({
      request: async (method, params) => {
        asked.push(method);
        if (method === 'eth_getBlockByNumber') return block;
        if (method === 'eth_call' && JSON.stringify(params).includes(ORACLE)) return dataFee;
        return method === 'eth_blockNumber' ? '0x2' : answer();
      },
    }),
  });
  if (shown !== undefined) recheck.remember(DRAFT, { simulation: shown, at: now });
  now = later;
  return { asked, click: () => recheck.ensureUnchanged(DRAFT, FEE), recheck };
}

const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Returns the node's answer when the account sends this many units of a token. */
const sending =
  (amount: bigint, token = TOKEN) =>
  () => [
    {
      calls: [
        {
          status: '0x1',
          gasUsed: '0x5208',
          logs: [
            {
              address: token,
              topics: [TRANSFER, topic(ACCOUNT), topic(OTHER)],
              data: `0x${amount.toString(16).padStart(64, '0')}`,
            },
          ],
        },
      ],
    },
  ];

describe('the recheck before a signature', () => {
  it('sends no request to a node while the simulated block is still the newest block', async () => {
    const { click, asked } = look(moving([TOKEN, -100n]), sending(100n), 1_000);
    await click();
    expect(asked).toEqual([]);
  });

  it('accepts a transaction that moves less than shown, exactly as much as shown, or one percent more', async () => {
    await look(moving([TOKEN, -100n]), sending(100n)).click();
    await look(moving([TOKEN, -100n]), sending(101n)).click();
    await look(moving([TOKEN, -100n]), sending(50n)).click();
  });

  it.each([
    ['it sends more of a token', moving([TOKEN, -100n]), sending(102n)],
    ['it sends a different token', moving([TOKEN, -100n]), sending(100n, OTHER)],
    ['it sends an asset that didn’t move before', moving(), sending(1n)],
    ['it returns nothing any more', moving([TOKEN, -100n], [OTHER, 5n]), sending(100n)],
  ])('stops a request when its movements have changed: %s', async (_, shown, answer) => {
    await expect(look(shown, answer).click()).rejects.toMatchObject({
      code: 'movesChanged',
      details: { phase: 'beforeSend' },
    });
  });

  it('stops a request that would now fail on the chain', async () => {
    const refuse = () => {
      throw new NodeError({ code: 3, message: 'execution reverted' });
    };
    await expect(look(moving([TOKEN, -1n]), refuse).click()).rejects.toMatchObject({
      code: 'wouldFail',
    });
  });

  it.each([
    ['its base fee equals the shown fee', { baseFeePerGas: '0x64' }],
    ['it has no base fee', {}],
    ['the node returns no block', null],
    ['its base fee is unreadable', { baseFeePerGas: 'much' }],
  ])(
    'accepts a fee unless the next block is known to require a higher fee: %s',
    async (_, block) => {
      const { click } = look(moving([TOKEN, -100n]), sending(100n), 5_000, memoryAreas(), block);
      await click();
    },
  );

  it('rejects a request whose fee is too low for the next block', async () => {
    const block = { baseFeePerGas: '0x65' };
    const { click } = look(moving([TOKEN, -100n]), sending(100n), 5_000, memoryAreas(), block);
    await expect(click()).rejects.toMatchObject({
      code: 'feeRisen',
    });
  });

  it('stops a request whose fee no longer covers the cost of posting the data', async () => {
    const clickAt = (dataFee: unknown, fee: Parameters<Recheck['ensureUnchanged']>[1] = FEE) => {
      const shown = moving([TOKEN, -100n]);
      const { recheck } = look(shown, sending(100n), 5_000, memoryAreas(), {}, dataFee);
      return recheck.ensureUnchanged(DRAFT, fee);
    };
    const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`;
    await clickAt(word(100n));
    await clickAt('0x');
    await clickAt('much');
    await expect(clickAt(word(101n))).rejects.toMatchObject({
      code: 'feeRisen',
    });
    const { dataFee: _, ...without } = FEE;
    await clickAt(word(0n), without);
    await expect(clickAt(word(1n), without)).rejects.toMatchObject({ code: 'feeRisen' });
  });

  const failing: Simulation = {
    outcome: 'fails',
    block: 1n,
    failure: { kind: 'no reason' },
    index: 0,
  };
  const refusing = () => {
    throw new NodeError({ code: 3, message: 'execution reverted' });
  };

  it('accepts a request that was shown as failing and still fails', async () => {
    await look(failing, refusing).click();
    await look(failing, refusing, 0).click();
  });

  it.each([
    ['would now succeed', sending(1n)],
    ['can’t be simulated any more', () => Promise.reject(new TypeError('away'))],
  ])(
    'stops a request that %s, if the approval showed the request as failing',
    async (_, answer) => {
      for (const later of [0, 5_000]) {
        await expect(look(failing, answer, later).click()).rejects.toMatchObject({
          code: 'wouldSucceed',
        });
      }
    },
  );

  it('simulates a request again when the clock was set back after the approval was shown', async () => {
    const { click, asked } = look(moving([TOKEN, -100n]), sending(100n), -3_600_000);
    await click();
    expect(asked).toContain('eth_simulateV1');
  });

  it('a new worker stops a request that moves more than the former worker showed', async () => {
    const areas = memoryAreas();
    look(moving([TOKEN, -100n]), sending(100n), 0, areas);
    const same = look(undefined, sending(100n), 5_000, areas);
    await same.recheck.load();
    await same.click();
    const more = look(undefined, sending(200n), 5_000, areas);
    await more.recheck.load();
    await expect(more.click()).rejects.toMatchObject({ code: 'movesChanged' });
  });

  it('stops a request that was never shown completely, or that has changed since it was shown', async () => {
    await expect(look(undefined, sending(1n)).click()).rejects.toMatchObject({
      code: 'requestChanged',
    });
    const { recheck } = look(moving([TOKEN, -1n]), sending(1n));
    const request = structuredClone(DRAFT.request);
    if (request.kind === 'transaction') request.transaction.data = '0xa9059cbc';
    await expect(recheck.ensureUnchanged({ ...DRAFT, request }, FEE)).rejects.toMatchObject({
      code: 'requestChanged',
    });
  });
});

describe('a decision', () => {
  it('accepts a decision after a restart, even if storage has reordered the request’s members', () => {
    const { recheck } = look(undefined, sending(1n));
    const request = Object.fromEntries(Object.entries(DRAFT.request).reverse());
    const restored = { ...DRAFT, request } as ApprovalDraft;
    expect(() => recheck.ensureShown(restored, markOf(DRAFT.request))).not.toThrow();
  });

  it('rejects a decision whose request differs from the shown one, or that doesn’t identify a shown request', () => {
    const { recheck } = look(undefined, sending(1n));
    const mark = markOf(DRAFT.request);
    expect(() => recheck.ensureShown(DRAFT, mark)).not.toThrow();
    const request = structuredClone(DRAFT.request);
    if (request.kind === 'transaction') request.transaction.data = '0xa9059cbc';
    expect(() => recheck.ensureShown({ ...DRAFT, request }, mark)).toThrow(ChangedError);
    expect(() => recheck.ensureShown(DRAFT, '')).toThrow(ChangedError);
  });
});
