import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import type { FillRecord } from '../../../entrypoints/background/orders/fill-schemas.ts';
import { createLegs } from '../../../entrypoints/background/orders/legs.ts';
import { createProcedures } from '../../../entrypoints/background/procedures/runner.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts, price8 } from '../../../shared/units.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';

const ACCOUNT = `0x${'a'.repeat(40)}` as const;

/** The two quotes that the user has reviewed. */
const [FIRST, SECOND] = ORDERS.rows.slice(0, 2) as [OrderRow, OrderRow];
const agreed = (row: OrderRow) => ({
  digest: row.digest,
  contracts: contracts(1_000000n),
  price: price8(BigInt(row.price)),
});

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Creates a market and a storage that survive restarts of the worker. The test decides how fills
 * end.
 */
function createWorld() {
  let rows: readonly OrderRow[] = ORDERS.rows;
  let stored: Parameters<Parameters<typeof createLegs>[0]['stored']['write']>[0] = [];
  let isMined = true;
  let isUnknown = false;
  let isFull = false;
  let market = Promise.resolve();
  let starting = Promise.resolve();
  const random = createFakeRandom('legs');
  const fills = new Map<string, { record: FillRecord; end: PromiseWithResolvers<void> }>();
  const started: { readonly id: string; readonly digest: string }[] = [];

  let onFillsChanged: () => void;

  function start(procedures = createProcedures({ onChange: () => undefined, failureOf })) {
    const legs = createLegs({
      procedures,
      stored: {
        read: async () => stored,
        write: async (states) => {
          stored = structuredClone(states);
        },
      },
      fills: {
        find: (id) => fills.get(id)?.record,
        async start({ id = 'none', digest }) {
          started.push({ id, digest });
          const record = { id, stage: 'checking', made: [] as FillRecord['made'] } as FillRecord;
          fills.set(id, { record, end: Promise.withResolvers<void>() });
          await starting;
          return id;
        },
        async ended(id) {
          await fills.get(id)?.end.promise;
          return fills.get(id)?.record;
        },
        async dismiss(id) {
          if (isFull) throw new Error('The disk is full.');
          fills.delete(id);
        },
        async prove(id) {
          const fill = fills.get(id);
          if (fill !== undefined && isMined) fill.record = proven(fill.record);
        },
      },
      listing: {
        list: async () => {
          await market;
          return { rows, refused: [], unfillable: [], newer: 0, spot: {}, feeds: [] };
        },
      },
      isUnknown: async () => isUnknown,
      referrer: () => zeroAddress,
      clock: createFakeClock(),
      random,
    });
    onFillsChanged = legs.onFillsChanged;
    return legs;
  }

  return {
    start,
    started,
    listed: () => [...fills.keys()],
    /** Kills the worker, and starts another one with the stored data. */
    async restart() {
      const procedures = createProcedures({ onChange: () => undefined, failureOf });
      const legs = start(procedures);
      await procedures.load();
      procedures.resume();
      legs.onFillsChanged();
      return legs;
    },
    /** Delays the market's answer until the returned function is called. */
    holdMarket() {
      const held = Promise.withResolvers<void>();
      market = held.promise;
      return { answer: held.resolve };
    },
    /** Delays the report that a fill has begun, although the fill's record is stored. */
    holdStarts(): void {
      starting = new Promise(() => undefined);
    },
    /** Sets whether the disk is full. Dismissing a fill then throws. */
    fillDisk: (next: boolean) => {
      isFull = next;
    },
    quote: (next: readonly OrderRow[]) => {
      rows = next;
    },
    /** Ends the last fill as lost. */
    lose(): void {
      isMined = false;
      const fill = fills.get(started.at(-1)?.id ?? '');
      if (fill === undefined) return;
      const failure = { code: 'superseded' };
      fill.record = {
        ...{ ...fill.record, stage: 'failed', failure, fill: { key: 'k', hash: '0x1' } },
      } as FillRecord;
      fill.end.resolve();
    },
    /** Removes the proven fill of a leg from the chain. */
    takeBack(leg: number): void {
      isMined = false;
      const fill = fills.get(started[leg]?.id ?? '');
      if (fill === undefined) return;
      const parts = { stage: 'failed', failure: { code: 'takenBack' }, proof: undefined };
      const lost = { key: 'k', hash: '0x1' };
      fill.record = { ...fill.record, ...parts, fill: lost } as unknown as FillRecord;
      onFillsChanged();
    },
    /** Ends the last fill because its conversion got lost. */
    loseConversion(): void {
      const fill = fills.get(started.at(-1)?.id ?? '');
      if (fill === undefined) return;
      const stopped = { kind: 'supply', amount: '1', hash: '0x1' };
      const failure = { code: 'superseded' };
      fill.record = { ...fill.record, stage: 'failed', failure, stopped } as FillRecord;
      fill.end.resolve();
    },
    /** Sets whether nodes know that the lost fill was mined. */
    tell(found: 'mined' | 'nothing'): void {
      isMined = found === 'mined';
      isUnknown = found === 'nothing';
    },
    end(outcome: 'proven' | 'differing' | 'failed' | 'unproved', leg = -1): void {
      const fill = fills.get(started.at(leg)?.id ?? '');
      if (fill === undefined) return;
      fill.record =
        outcome === 'proven' || outcome === 'differing'
          ? proven(fill.record, outcome === 'differing' ? ['premium'] : [])
          : ({ ...fill.record, stage: outcome, failure: { code: 'rejected' } } as FillRecord);
      fill.end.resolve();
      onFillsChanged();
    },
    /** Proves a fill that had ended as lost or unproved. */
    prove(leg = 0): void {
      const fill = fills.get(started[leg]?.id ?? '');
      if (fill === undefined) return;
      fill.record = proven(fill.record);
      onFillsChanged();
      fill.end.resolve();
    },
    /** Removes the record of the last fill. */
    forget(): void {
      const last = started.at(-1);
      fills.get(last?.id ?? '')?.end.resolve();
      fills.delete(last?.id ?? '');
    },
  };
}

const proven = (record: FillRecord, differing: readonly string[] = []) =>
  ({ ...record, stage: 'mined', proof: { differing } }) as FillRecord;

const statesIn = (legs: ReturnType<typeof createLegs>) =>
  legs
    .views()
    .flatMap(({ facts }) => (facts.kind === 'legs' ? facts.legs : []))
    .map(({ state }) => state);

describe('the legs of a trade', () => {
  it('legs begin one after the other, each once the receipt of the previous leg is proven', async () => {
    const world = createWorld();
    const legs = world.start();
    await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    expect(world.started.map(({ digest }) => digest)).toEqual([FIRST.digest]);
    expect(statesIn(legs)).toEqual(['running', 'ahead']);
    world.end('proven');
    await quiet();
    expect(world.started.map(({ digest }) => digest)).toEqual([FIRST.digest, SECOND.digest]);
    world.end('proven');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
  });

  it('legs stop at a failed fill, and repeat the fill only when the user continues', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.end('failed');
    await quiet();
    expect(statesIn(legs)).toEqual(['failed', 'ahead']);
    expect(world.started).toHaveLength(1);
    await legs.goOn(id);
    await quiet();
    expect(world.started.map(({ digest }) => digest)).toEqual([FIRST.digest, FIRST.digest]);
    expect(statesIn(legs)).toEqual(['running', 'ahead']);
    // The list leaves out the failed fill, because it changed nothing.
    expect(world.listed()).toEqual([world.started[1]?.id]);
  });

  it('legs pause after a fill that differs from the signed order, until the user continues', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.end('differing');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'differs' }]);
    expect(statesIn(legs)).toEqual(['done', 'ahead']);
    expect(world.started).toHaveLength(1);
    await legs.goOn(id);
    await quiet();
    expect(world.started.map(({ digest }) => digest)).toEqual([FIRST.digest, SECOND.digest]);
    world.end('differing');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'differs' }]);
    await legs.goOn(id);
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
  });

  it('completes the running leg when the user stops the trade, and fills the next leg when the user continues', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'underWay', canStop: true }]);
    await legs.stop(id);
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'stopped' }]);
    world.end('proven');
    await quiet();
    expect(statesIn(legs)).toEqual(['done', 'ahead']);
    expect(world.started).toHaveLength(1);
    await legs.goOn(id);
    await quiet();
    expect(world.started.map(({ digest }) => digest)).toEqual([FIRST.digest, SECOND.digest]);
  });

  describe.each(['in the same worker', 'after the worker’s death'] as const)('%s', (worker) => {
    async function stopped(...legs: readonly OrderRow[]) {
      const world = createWorld();
      const first = world.start();
      const id = await first.begin(ACCOUNT, legs.map(agreed));
      await quiet();
      await first.stop(id);
      return { world, legs: worker === 'in the same worker' ? first : await world.restart() };
    }

    it('a stopped trade ends once its running leg was filled as its last leg', async () => {
      const { world, legs } = await stopped(FIRST);
      expect(statesIn(legs)).toEqual(['running']);
      world.end('proven');
      await quiet();
      expect(legs.views()).toMatchObject([{ state: 'done' }]);
      expect(statesIn(legs)).toEqual(['done']);
      expect(statesIn(await world.restart())).toEqual(['done']);
    });

    it('a stopped trade counts its filled leg, and waits for the user before the next leg', async () => {
      const { world, legs } = await stopped(FIRST, SECOND);
      expect(statesIn(legs)).toEqual(['running', 'ahead']);
      world.end('proven');
      await quiet();
      expect(legs.views()).toMatchObject([{ state: 'paused', why: 'stopped' }]);
      expect(statesIn(legs)).toEqual(['done', 'ahead']);
      expect(world.started).toHaveLength(1);
    });

    it('a stopped trade shows that its last leg failed, and can continue', async () => {
      const { world, legs } = await stopped(FIRST);
      world.end('failed');
      await quiet();
      expect(statesIn(legs)).toEqual(['failed']);
      expect(legs.views()).toMatchObject([{ state: 'paused' }]);
    });

    it('a stopped trade waits for the user when its last leg was filled differently than signed', async () => {
      const { world, legs } = await stopped(FIRST);
      world.end('differing');
      await quiet();
      expect(legs.views()).toMatchObject([{ state: 'paused', why: 'differs' }]);
      expect(statesIn(legs)).toEqual(['done']);
    });
  });

  it.each(['lost', 'unproved'] as const)(
    'a trade that waits because the fill of its last leg is %s ends once this fill is proven',
    async (outcome) => {
      const world = createWorld();
      const legs = world.start();
      await legs.begin(ACCOUNT, [agreed(FIRST)]);
      await quiet();
      if (outcome === 'lost') world.lose();
      else world.end(outcome);
      await quiet();
      expect(statesIn(legs)).toEqual(['failed']);
      world.prove();
      await quiet();
      expect(legs.views()).toMatchObject([{ state: 'done' }]);
    },
  );

  it('a stopped trade doesn’t end with its last leg while a reorganization has removed an earlier leg', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.end('proven');
    await quiet();
    await legs.stop(id);
    world.takeBack(0);
    world.end('proven');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
    expect(statesIn(legs)).toEqual(['failed', 'done']);
    world.prove(0);
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
  });

  it('an ended trade waits for the user again after a reorganization removed a fill, until the fill is back', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.end('proven');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
    world.takeBack(0);
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
    expect(statesIn(legs)).toEqual(['failed']);
    await legs.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(1);
    world.prove(0);
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
  });

  it('legs don’t begin a fill when the user stops them while the market is read', async () => {
    const world = createWorld();
    const legs = world.start();
    const market = world.holdMarket();
    const begun = legs.begin(ACCOUNT, [agreed(FIRST)]);
    market.answer();
    const id = await begun;
    const second = world.holdMarket();
    await quiet();
    await legs.stop(id);
    second.answer();
    await quiet();
    expect(world.started).toEqual([]);
    await legs.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(1);
  });

  it('legs don’t begin a fill when the user stops and dismisses the trade while the market is read', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    const market = world.holdMarket();
    await quiet();
    await legs.stop(id);
    await legs.stop(id);
    expect(legs.views()).toEqual([]);
    market.answer();
    await quiet();
    expect(world.started).toEqual([]);
  });

  it('legs pause when no maker offers a quote with equal terms, and later fill a new quote with equal terms', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.quote([FIRST]);
    world.end('proven');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'noQuote' }]);
    world.quote([FIRST, { ...SECOND, digest: '0xnew' }]);
    await legs.goOn(id);
    await quiet();
    expect(world.started.at(-1)?.digest).toBe('0xnew');
  });

  it('legs continue in a new worker while a fill is under way, and don’t start that fill twice', async () => {
    const world = createWorld();
    await world.start().begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    const next = await world.restart();
    await quiet();
    expect(world.started).toHaveLength(1);
    world.end('proven');
    await quiet();
    expect(statesIn(next)).toEqual(['done', 'running']);
  });

  it('a leg isn’t filled twice if the user stopped the trade while a fill began and the worker then died', async () => {
    const world = createWorld();
    world.holdStarts();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    await legs.stop(id);
    const next = await world.restart();
    await next.goOn(id);
    await quiet();
    world.end('proven');
    await quiet();
    expect(world.started.filter(({ digest }) => digest === FIRST.digest)).toHaveLength(1);
    expect(statesIn(next)[0]).toBe('done');
  });

  it('a leg isn’t filled twice when the worker ends between a restart of the legs and the fill', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    const market = world.holdMarket();
    await quiet();
    await legs.stop(id);
    await legs.goOn(id);
    world.holdStarts();
    market.answer();
    await quiet();
    const next = await world.restart();
    await quiet();
    await next.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(1);
    world.end('proven');
    await quiet();
    expect(statesIn(next)[0]).toBe('done');
  });

  it('legs keep the record of a failed fill when another trade’s legs prevent a retry', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.end('failed');
    await quiet();
    await legs.begin(ACCOUNT, [agreed(SECOND)]);
    await expect(legs.goOn(id)).rejects.toMatchObject({ code: 'legsRunning' });
    expect(world.listed()).toContain(world.started[0]?.id);
  });

  it('legs wait for the user while a full disk keeps their failed fill from being dismissed', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.end('failed');
    await quiet();
    world.fillDisk(true);
    await legs.goOn(id);
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', failure: { code: 'unexpected' } }]);
    world.fillDisk(false);
    await legs.goOn(id);
    await quiet();
    expect(statesIn(legs)).toEqual(['running']);
    expect(world.listed()).toEqual([world.started[1]?.id]);
  });

  it('legs wait for the user when the worker ended before a fill began', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    // The worker was killed immediately, so only the fill's id is stored.
    const next = await world.restart();
    expect(next.views()).toMatchObject([{ id, state: 'paused', why: 'unanswered' }]);
  });

  it.each(['lives', 'has died'] as const)(
    'legs wait for the user when the record of a running fill disappears and the worker %s',
    async (worker) => {
      const world = createWorld();
      const first = world.start();
      const id = await first.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
      await quiet();
      world.forget();
      const legs = worker === 'lives' ? first : await world.restart();
      await quiet();
      expect(legs.views()).toMatchObject([{ state: 'paused', why: 'fillGone' }]);
      expect(world.started).toHaveLength(1);
      await legs.goOn(id);
      await quiet();
      expect(world.started.map(({ digest }) => digest)).toEqual([FIRST.digest, FIRST.digest]);
    },
  );

  it('a leg is filled again after the user dismissed its failed fill', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.end('failed');
    await quiet();
    world.forget();
    await legs.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(2);
  });

  it('legs wait for the user while no node has a fill’s receipt, and then read the receipt', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.end('unproved');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'unproved' }]);
    await legs.goOn(id);
    await quiet();
    expect(statesIn(legs)).toEqual(['done', 'running']);
  });

  it('legs wait while a leg’s lost transaction can still be mined, and no leg is filled twice', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.lose();
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
    await legs.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(1);
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
    world.tell('mined');
    await legs.goOn(id);
    await quiet();
    expect(statesIn(legs)).toEqual(['done', 'running']);
  });

  it('a leg is filled again when no node has its transaction and the user continues', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.lose();
    await quiet();
    expect(world.started).toHaveLength(1);
    world.tell('nothing');
    await legs.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(2);
  });

  it('legs pause after a reorganization removed a fill, and the leg is filled again when the user continues', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.end('proven');
    await quiet();
    world.takeBack(0);
    world.end('proven');
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
    expect(statesIn(legs)).toEqual(['failed', 'done']);
    world.tell('nothing');
    await legs.goOn(id);
    await quiet();
    expect(world.started.map(({ digest }) => digest)).toEqual([
      ...[FIRST.digest, SECOND.digest, FIRST.digest],
    ]);
  });

  it('a leg isn’t filled a third time when a reorganization mines its second fill instead of its first fill', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST), agreed(SECOND)]);
    await quiet();
    world.lose();
    await quiet();
    world.tell('nothing');
    await legs.goOn(id);
    await quiet();
    await legs.stop(id);
    expect(world.started).toHaveLength(2);
    const next = await world.restart();
    world.prove(0);
    expect(statesIn(next)).toEqual(['done', 'ahead']);
    world.takeBack(0);
    expect(statesIn(next)).toEqual(['failed', 'ahead']);
    world.prove(1);
    expect(statesIn(next)).toEqual(['done', 'ahead']);
    await next.goOn(id);
    await quiet();
    expect(statesIn(next)).toEqual(['done', 'running']);
    expect(world.started.map(({ digest }) => digest)).toEqual([
      ...[FIRST.digest, FIRST.digest, SECOND.digest],
    ]);
  });

  it('a trade waits for the user when no node has the receipts of a leg’s two fills, and ends when one is proven', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.lose();
    await quiet();
    world.tell('nothing');
    await legs.goOn(id);
    await quiet();
    world.end('unproved', 0);
    world.end('unproved', 1);
    await quiet();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'unproved' }]);
    world.prove(0);
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
    world.takeBack(0);
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
    world.prove(1);
    expect(legs.views()).toMatchObject([{ state: 'done' }]);
    expect(world.started).toHaveLength(2);
  });

  it('a fill that differs from the signed order is no longer the reason of the stop once a reorganization removed it', async () => {
    const world = createWorld();
    const legs = world.start();
    await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.end('differing');
    await quiet();
    legs.onFillsChanged();
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'differs' }]);
    world.takeBack(0);
    expect(legs.views()).toMatchObject([{ state: 'paused', why: 'superseded' }]);
  });

  it('legs keep the record of a fill with a lost conversion after the leg is filled again', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await quiet();
    world.loseConversion();
    await quiet();
    await legs.goOn(id);
    await quiet();
    expect(world.started).toHaveLength(2);
    expect(world.listed()).toEqual(world.started.map((one) => one.id));
  });

  it('refuses to begin the legs of a second trade while the account’s other legs are under way', async () => {
    const world = createWorld();
    const legs = world.start();
    const id = await legs.begin(ACCOUNT, [agreed(FIRST)]);
    await expect(legs.begin(ACCOUNT, [agreed(SECOND)])).rejects.toMatchObject({
      code: 'legsRunning',
    });
    await legs.stop(id);
    expect(legs.views()).toHaveLength(1);
    await quiet();
    world.end('failed');
    await quiet();
    await legs.stop(id);
    expect(legs.views()).toEqual([]);
    await legs.begin(ACCOUNT, [agreed(SECOND)]);
  });

  it('refuses to begin legs of a trade when a reviewed quote is not in the feed any more', async () => {
    const legs = createWorld().start();
    await expect(
      legs.begin(ACCOUNT, [{ ...agreed(FIRST), digest: '0xgone' }]),
    ).rejects.toMatchObject({ code: 'quoteGone' });
  });
});
