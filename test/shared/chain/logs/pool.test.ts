import { describe, expect, it } from 'vitest';
import { type ChainNode, ChainNodeError } from '../../../../shared/chain/logs/chain-node.ts';
import type { BlockRange } from '../../../../shared/chain/logs/log.ts';
import { createLogLimits } from '../../../../shared/chain/logs/log-limits.ts';
import { createLogPool, type Lane } from '../../../../shared/chain/logs/pool.ts';
import { readPart } from '../../../../shared/chain/logs/read-part.ts';
import { createVirtualTime, type VirtualTime } from '../../../helpers/virtual-time.ts';

interface FakeLane extends Lane {
  readonly asked: BlockRange[];
  failures: number;
  answer(range: BlockRange): Promise<readonly { readonly block: number }[]>;
}

/**
 * Creates a node with one log in each block. It accepts ranges of up to `limit` blocks, and takes
 * `ms` to answer.
 */
function lane(name: string, time: VirtualTime, { limit = 100, ms = 10 } = {}): FakeLane {
  const node: ChainNode = { name, limits: createLogLimits(), call: () => Promise.reject() };
  const fake: FakeLane = {
    node,
    asked: [],
    failures: 0,
    isResting: () => fake.failures >= 3,
    async answer({ from, to }) {
      await time.wait(ms);
      if (to - from >= limit) throw new ChainNodeError('range', 'too wide', { details: { limit } });
      return Array.from({ length: to - from + 1 }, (_, i) => ({ block: from + i }));
    },
  };
  return fake;
}

/** Reads a span with a pool. Returns the pieces in order. */
async function readAll(
  lanes: readonly FakeLane[],
  time: VirtualTime,
  { span = { from: 0, to: 999 }, direction = 'up' as 'up' | 'down', copies = 1 } = {},
) {
  const pool = createLogPool<FakeLane, { readonly logs: readonly { readonly block: number }[] }>({
    lanes,
    timing: { elapsed: time.clock.now, wait: time.wait },
    direction,
    copies,
    atOnce: 2,
    async read(one, range) {
      one.asked.push(range);
      try {
        return await readPart(
          one.node,
          range,
          async (part) => ({ logs: await one.answer(part) }),
          direction,
        );
      } catch (error) {
        one.failures += 1;
        throw error;
      }
    },
    agree: (readings, _, isLast) => (readings.length >= copies || isLast ? readings : undefined),
  });
  const pieces: { from: number; to: number; blocks: number[][]; by: string[] }[] = [];
  let { from, to } = span;
  const run = async () => {
    while (from <= to)
      for (const piece of await pool.next({ from, to }, (ready) => ready.length)) {
        if (direction === 'up') from = piece.to + 1;
        else to = piece.from - 1;
        pieces.push({
          from: piece.from,
          to: piece.to,
          blocks: piece.readings.map(({ logs }) => logs.map(({ block }) => block)),
          by: piece.readings.map((reading) => reading.lane.node.name),
        });
      }
  };
  await time.run(run());
  return pieces;
}

const blocksFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('a pool of nodes', () => {
  it.each(['up', 'down'] as const)(
    'returns every block once and in order from nodes with different limits (direction: %s)',
    async (direction) => {
      const time = createVirtualTime(0);
      const lanes = [7, 50, 300].map((limit) => lane(`limit ${limit}`, time, { limit }));
      const pieces = await readAll(lanes, time, { direction, copies: 2 });
      const inOrder = direction === 'up' ? pieces : pieces.toReversed();
      for (const { from, to, blocks, by } of inOrder) {
        expect(new Set(by).size).toBe(2);
        for (const read of blocks) expect(read).toEqual(blocksFrom(from, to));
      }
      expect(inOrder.flatMap(({ from, to }) => blocksFrom(from, to))).toEqual(blocksFrom(0, 999));
    },
  );

  it('divides the range among the nodes, and reads each block only once', async () => {
    const time = createVirtualTime(0);
    const lanes = [lane('a', time), lane('b', time)];
    const pieces = await readAll(lanes, time);
    expect(pieces.every(({ by }) => by.length === 1)).toBe(true);
    for (const { asked } of lanes) expect(asked.length).toBeGreaterThan(3);
  });

  it('assigns a range to another node when the node that reads the range hangs', async () => {
    const time = createVirtualTime(0);
    const hanging = lane('hanging', time);
    hanging.answer = () => new Promise(() => undefined);
    const pieces = await readAll([hanging, lane('a', time), lane('b', time)], time, { copies: 2 });
    expect(pieces.every(({ by }) => !by.includes('hanging') && by.length === 2)).toBe(true);
  });

  it('accepts blocks confirmed by fewer nodes when no other node is left', async () => {
    const time = createVirtualTime(0);
    const failing = lane('failing', time);
    failing.answer = () => Promise.reject(new ChainNodeError('rejected', 'no logs here'));
    const pieces = await readAll([failing, lane('a', time)], time, { copies: 2 });
    expect(new Set(pieces.flatMap(({ by }) => by))).toEqual(new Set(['a']));
    expect(pieces.at(-1)?.to).toBe(999);
  });

  it('throws the node’s failure when the only node fails', async () => {
    const time = createVirtualTime(0);
    const failing = lane('failing', time);
    failing.answer = () => Promise.reject(new ChainNodeError('rejected', 'no logs here'));
    await expect(readAll([failing], time)).rejects.toThrow('no logs here');
  });

  it.each([
    ['one node', 1],
    ['two nodes that must agree', 2],
  ])('with %s, reads shorter ranges while a longer request hangs', async (_, count) => {
    const time = createVirtualTime(0);
    const lanes = Array.from({ length: count }, (_, i) => {
      const one = lane(`hangs on long ranges ${i}`, time, { limit: 20_000 });
      const { answer } = one;
      one.answer = async (range) => {
        if (range.to - range.from < 500) return answer(range);
        await time.wait(15_000);
        throw new ChainNodeError('down', 'no answer', { details: { isLogs: true } });
      };
      return one;
    });
    await readAll(lanes, time, { span: { from: 0, to: 49_999 }, copies: count });
    expect(time.clock.now()).toBeLessThan(15_000);
  });

  it('tries a longer range with one request at a time', async () => {
    const time = createVirtualTime(0);
    const limited = lane('limited', time, { limit: 150 });
    let refused = 0;
    const { answer } = limited;
    limited.answer = (range) =>
      answer(range).catch((error: unknown) => {
        refused += 1;
        throw error;
      });
    await readAll([limited], time);
    expect(refused).toBe(1);
  });
});
