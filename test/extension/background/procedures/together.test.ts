import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fillView,
  isBeforeReceipt,
  isRevoking,
} from '../../../../entrypoints/background/orders/fill-record.ts';
import type { FillRecord } from '../../../../entrypoints/background/orders/fill-schemas.ts';
import { isProven } from '../../../../entrypoints/background/orders/fills.ts';
import type { CallsState } from '../../../../entrypoints/background/procedures/calls.ts';
import type { LegView } from '../../../../shared/messages/procedures.ts';
import { BUYER } from '../../../shared/positions/event-logs.ts';
import { createTwoDevices, keyOfFill, MONEY } from '../../helpers/procedures-world.ts';

/** Waits until all work is done that doesn't depend on the test. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}

type World = ReturnType<typeof createTwoDevices>;
type Device = World['devices'][number];
type StoredLegs = { readonly id: string; readonly legs: readonly (LegView & { isDone?: true })[] };

const ON_CHAIN = ['mine', 'revert', 'mineLost', 'lose', 'reorganize', 'pay', 'deny'] as const;
const ON_DEVICE = [
  ...([
    'fill',
    'legs',
    'wayBack',
    'revoke',
    'ask',
    'split',
    'site',
    'twoTabs',
    'approve',
    'reject',
  ] as const),
  ...([
    'lock',
    'kill',
    'dieSending',
    'goOn',
    'stop',
    'prove',
    'speedUp',
    'hide',
    'cancel',
    'otherVault',
    'slowMarket',
  ] as const),
];
type Command = (typeof ON_CHAIN)[number] | readonly [0 | 1, (typeof ON_DEVICE)[number] | 'disk'];

async function run(world: World, command: Command): Promise<void> {
  const work =
    typeof command === 'string'
      ? world.commands[command]()
      : world.devices[command[0]].commands[command[1]]();
  void work;
  await quiet();
}

/** Returns true if the procedure is under way. Only such a procedure may hold a claim. */
function isUnderWay(device: Device, id: string): boolean {
  const { fills, procedures } = device.worker();
  const fill = fills.find(id);
  if (fill !== undefined) return isBeforeReceipt(fill) || isRevoking(fill);
  return procedures.views().some((one) => one.id === id && one.state === 'underWay');
}

interface Begun {
  /** Keys of the requests that were made for each purpose, such as a leg or a step. */
  readonly requests: Map<string, Set<string>>;
  /** Hashes of the fills that had failed when a fill began, by device and fill. */
  readonly failed: Map<string, readonly string[]>;
}

const nothingBegun = (): Begun => ({ requests: new Map(), failed: new Map() });

/** Ensures that a fill isn't mined beside a fill that had failed when it began. */
function ensureReplaced({ failed }: Begun, { chain, devices }: World): void {
  const isMined = (hash = '') => chain.find(hash)?.state === 'mined';
  // A leg's fill that was deleted begins again with the same id.
  const listed = devices.flatMap((device, at) =>
    device
      .worker()
      .fills.all()
      .map(({ id }) => `${at} ${id}`),
  );
  for (const name of failed.keys()) if (!listed.includes(name)) failed.delete(name);
  for (const [index, device] of devices.entries()) {
    const fills = device.worker().fills.all();
    for (const fill of fills) {
      const name = `${index} ${fill.id}`;
      if (!failed.has(name))
        failed.set(
          name,
          fills.flatMap((one) => (one.stage === 'failed' ? (one.fill?.hash ?? []) : [])),
        );
      if (isMined(fillView(fill).hash)) expect(failed.get(name)?.filter(isMined) ?? []).toEqual([]);
    }
  }
}

/** Adds the requests that a device has stored, because the device may forget them later. */
function note({ requests }: Begun, device: Device, index: number): void {
  const add = (purpose: string, key: string) =>
    requests.set(purpose, (requests.get(purpose) ?? new Set()).add(key));
  const fills = device.rows<FillRecord>('fills');
  // A fill that was checked again has a new key.
  const keysOf = (id: string) => [
    keyOfFill(id),
    ...fills.flatMap((one) => (one.id === id && 'fill' in one ? (one.fill?.key ?? []) : [])),
  ];
  for (const { id, legs } of device.rows<StoredLegs>('legs'))
    legs.forEach(({ fill }, leg) => {
      for (const key of fill === undefined ? [] : keysOf(fill)) add(`${index} ${id} ${leg}`, key);
    });
  // A second allowance does no harm, because allowances are set and not added.
  for (const kind of ['ways-back', 'asks'])
    for (const { id, steps, lost = [] } of device.rows<CallsState<unknown>>(kind))
      for (const { step, key } of [...steps, ...lost])
        if (step !== 'allow') add(`${index} ${id} ${step}`, key);
}

function ensureTrue(world: World, begun: Begun, isOver = false): void {
  const { chain } = world;
  // No request is sent twice.
  const keys = chain.sent.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const mined = new Set(
    chain.sent.flatMap(({ request, state }) => (state === 'mined' ? [request] : [])),
  );
  // A call that a reorganization removed from a block can be pending beside a newer plan. Its nonce
  // is lower than the plan's nonces, so it is mined first.
  const isReorganized = chain.sent.some(
    ({ hash, state }) =>
      state === 'pool' && [hash, ...chain.slower(hash)].some((one) => chain.included.has(one)),
  );
  // No leg is filled twice and no step is made twice, even if the user continued after a loss and
  // the lost transaction was then mined.
  for (const [index, device] of world.devices.entries()) note(begun, device, index);
  for (const keys of begun.requests.values())
    expect([...keys].filter((key) => mined.has(key)).length).toBeLessThanOrEqual(1);
  ensureReplaced(begun, world);
  for (const device of world.devices) {
    expect(device.surprises).toEqual([]);
    const { procedures } = device.worker();
    const holder = procedures.holderOf(MONEY);
    // If the disk was full, a new worker may find an older state. It corrects the state step by
    // step.
    const isStale = device.wasFull() && !isOver;
    // Only a procedure that is under way holds a claim. No two procedures hold the same claim.
    if (holder !== undefined) {
      expect(isUnderWay(device, holder.id)).toBe(true);
      if (!isReorganized && !isStale) expect(procedures.holderOf(MONEY, holder.id)).toBeUndefined();
    }
    // At most one procedure that needs the money is under way.
    const plans = procedures.views().filter(({ facts, state }) => {
      const isPlan = ['way back', 'revocations', 'ask'].includes(facts.kind);
      return isPlan && state === 'underWay';
    });
    const running = device.worker().fills.all().filter(isBeforeReceipt);
    if (!isReorganized && !isStale) expect(plans.length + running.length).toBeLessThanOrEqual(1);
    // The record contains only facts that are or were true on the chain.
    const fills = isStale ? [] : device.rows<FillRecord>('fills');
    for (const fill of fills)
      if (isProven(fill)) {
        const { hash = '' } = fillView(fill);
        expect(chain.seen.has(hash)).toBe(true);
        // After a reorganization, another transaction may have used the nonce of this fill. The
        // activity must not report the fill as dropped.
        expect(device.worker().activity.find(hash)).not.toMatchObject({ status: 'dropped' });
      }
    // If a failed fill's transaction was mined later, the fill isn't reported as failed.
    for (const fill of isStale ? [] : device.worker().fills.all())
      if (fill.stage === 'failed' && fill.fill !== undefined)
        expect(device.worker().activity.find(fillView(fill).hash ?? '')).not.toMatchObject({
          status: 'confirmed',
        });
    for (const kind of ['ways-back', 'asks'])
      for (const { steps } of device.rows<CallsState<unknown>>(kind))
        for (const { hash, isMined } of steps)
          if (isMined === true) expect(chain.seen.has(hash ?? '')).toBe(true);
    for (const { facts, state } of procedures.views()) {
      if ('done' in facts) expect(facts.done).toBeLessThanOrEqual(facts.count);
      // A trade that waits for the user has noticed that its leg was filled.
      const legs = facts.kind === 'legs' && state === 'paused' ? facts.legs : [];
      const next = legs.find((leg) => leg.state !== 'done')?.fill;
      expect(
        device
          .worker()
          .fills.all()
          .filter(isProven)
          .map(({ id }) => id),
      ).not.toContain(next);
    }
  }
}

const commandWith = (...more: readonly 'disk'[]): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ON_CHAIN, 'mine' as const) },
    {
      weight: 5,
      arbitrary: fc.tuple(
        fc.constantFrom(0 as const, 1 as const),
        fc.constantFrom(...ON_DEVICE, 'approve' as const, 'approve' as const, ...more),
      ),
    },
  );

it.each([
  ['on disks with room', commandWith()],
  ['on disks that become full', commandWith('disk')],
] as const)(
  '%s, concurrent fills, legs, conversions back, requests to makers and bundles always show their true state',
  async (_, command) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 10, maxLength: 50, size: 'max' }),
        async (commands) => {
          const world = createTwoDevices();
          const begun = nothingBegun();
          for (const one of commands) {
            await run(world, one);
            ensureTrue(world, begun);
          }
          await finish(world, begun);
        },
      ),
      { numRuns: 60 },
    );
  },
  60_000,
);

/** Each trade of two legs takes two rounds, and a device has only one trade under way. */
const MIN_ROUNDS = 16;
const MAX_ROUNDS = 60;

const isBusy = ({ devices }: World): boolean =>
  devices.some((device) => device.prompts().length > 0 || device.paused().length > 0);

/** Continues until all procedures finish, with users who always agree. Then no claim is held. */
async function finish(world: World, begun: Begun): Promise<void> {
  if (world.chain.isShort) await run(world, 'pay');
  if (world.chain.isDenying) await run(world, 'deny');
  for (const index of [0, 1] as const)
    for (const [is, command] of [
      [world.devices[index].isFull(), 'disk'],
      [world.devices[index].isMarketSlow(), 'slowMarket'],
    ] as const)
      if (is) await run(world, [index, command]);
  for (const index of [0, 1] as const)
    if (!world.devices[index].isHere()) await run(world, [index, 'otherVault']);
  for (let round = 0; round < MAX_ROUNDS && (round < MIN_ROUNDS || isBusy(world)); round++) {
    for (const index of [0, 1] as const)
      for (const name of ['goOn', 'prove', 'approve'] as const) {
        await run(world, [index, name]);
        ensureTrue(world, begun);
      }
    for (let sent = 0; sent < 4; sent++) await run(world, 'mine');
    ensureTrue(world, begun);
  }
  ensureTrue(world, begun, true);
  for (const device of world.devices) {
    expect(device.worker().procedures.holderOf(MONEY)).toBeUndefined();
    const views = device.worker().procedures.views();
    expect(views.filter(({ state }) => state === 'underWay')).toEqual([]);
  }
}

async function after(...commands: readonly Command[]): Promise<World> {
  const world = createTwoDevices();
  const begun = nothingBegun();
  for (const one of commands) {
    await run(world, one);
    ensureTrue(world, begun);
  }
  return world;
}

const stagesOn = ({ devices }: World, device: 0 | 1 = 0) =>
  devices[device]
    .worker()
    .fills.all()
    .map(({ stage }) => stage);

it('a lost fill that is mined later counts as filled, and the second fill isn’t sent', async () => {
  const world = await after([0, 'fill'], [0, 'approve'], 'lose', [0, 'fill']);
  expect(stagesOn(world)).toEqual(['fill asked', 'failed']);
  await run(world, 'mineLost');
  expect(stagesOn(world)).toEqual(['fill asked', 'indexed']);
  // The other fill of this option was a replacement, so it isn't sent.
  await run(world, [0, 'approve']);
  expect(world.chain.sent).toHaveLength(1);
  expect(world.devices[0].worker().fills.all()[0]).toMatchObject({
    failure: { code: 'minedAfterAll' },
  });
});

it.each([
  ['the user continues the fill', 'goOn'],
  ['the next worker starts', 'kill'],
] as const)(
  'a failed fill that is mined while the disk is full counts as mined, and is stored once the disk has room and %s',
  async (_, next) => {
    const reverted = [[0, 'fill'], [0, 'approve'], 'revert', [0, 'disk']] as const;
    const world = await after(...reverted, 'reorganize', 'mine');
    expect(stagesOn(world)).toEqual(['mined']);
    expect(world.devices[0].worker().fills.view()).toMatchObject([
      { interrupted: { code: 'notStored' } },
    ]);
    for (const one of ['disk', next] as const) await run(world, [0, one]);
    expect(stagesOn(world)).toEqual(['indexed']);
    expect(world.devices[0].rows<FillRecord>('fills')).toMatchObject([{ stage: 'indexed' }]);
  },
);

it('the next worker doesn’t send a second fill once the failed first fill was mined after all', async () => {
  const reverted = [[0, 'fill'], [0, 'approve'], 'revert', [0, 'fill']] as const;
  const world = await after(...reverted, 'reorganize', 'mine', [0, 'kill']);
  expect(stagesOn(world)).toEqual(['failed', 'indexed']);
  expect(world.devices[0].prompts()).toEqual([]);
  expect(world.devices[0].worker().fills.all()[0]).toMatchObject({
    failure: { code: 'minedAfterAll' },
  });
});

it('a second fill that a lock ended says that the failed fill before it was mined', async () => {
  const reverted = [[0, 'fill'], [0, 'approve'], 'revert', [0, 'fill'], [0, 'otherVault']] as const;
  const world = await after(...reverted, 'reorganize', 'mine');
  expect(stagesOn(world)).toEqual(['failed', 'indexed']);
  expect(world.devices[0].worker().fills.view()[0]).toMatchObject({
    failure: { code: 'minedAfterAll' },
  });
});

it('the next worker opens the prompt again for a fill that waits for approval', async () => {
  const world = await after([0, 'fill'], [0, 'kill'], [0, 'approve'], 'mine');
  expect(stagesOn(world)).toEqual(['indexed']);
});

it('a leg isn’t filled again once its lost fill was mined during the prompt for the second fill', async () => {
  const lost = [[0, 'legs'], [0, 'approve'], 'lose', [0, 'goOn']] as const;
  const world = await after(...lost, 'mineLost', [0, 'approve']);
  const mined = world.chain.sent.filter(({ isFill, state }) => isFill && state === 'mined');
  expect(mined).toHaveLength(1);
  expect(world.chain.sent).toHaveLength(1);
  expect(world.devices[0].rows<StoredLegs>('legs')[0]?.legs).toMatchObject([{ isDone: true }, {}]);
  expect(stagesOn(world)).toContain('indexed');
});

it('a leg isn’t filled again once its failed fill succeeds after a reorganization', async () => {
  const reverted = [[0, 'legs'], [0, 'approve'], 'revert', [0, 'goOn']] as const;
  const world = await after(...reverted, 'reorganize', [0, 'approve'], 'mine', [0, 'goOn']);
  expect(world.chain.sent.map(({ state }) => state)).toEqual(['mined']);
  const [trade] = world.devices[0].rows<StoredLegs>('legs');
  expect(trade?.legs).toMatchObject([{ isDone: true }, {}]);
});

it('a leg isn’t filled again once its failed fill succeeds while another fill waits for approval', async () => {
  const reverted = [[0, 'legs'], [0, 'approve'], 'revert', [0, 'fill'], [0, 'goOn']] as const;
  const world = await after(...reverted, 'reorganize', 'mine', [0, 'reject'], [0, 'goOn']);
  expect(world.chain.sent.map(({ state }) => state)).toEqual(['mined']);
  const [trade] = world.devices[0].rows<StoredLegs>('legs');
  expect(trade?.legs).toMatchObject([{ isDone: true }, {}]);
});

it('a leg isn’t filled again once its failed fill, hidden by the user, succeeds after a reorganization', async () => {
  const reverted = [[0, 'legs'], [0, 'approve'], 'revert', [0, 'hide']] as const;
  const world = await after(...reverted, [0, 'goOn'], [0, 'goOn'], 'reorganize', [0, 'approve']);
  for (const one of ['mine', [0, 'goOn'], [0, 'approve'], 'mine'] as const) await run(world, one);
  // The second transaction fills the second leg.
  const mined = world.chain.sent.filter(({ state }) => state === 'mined').map(({ key }) => key);
  const [trade] = world.devices[0].rows<StoredLegs>('legs');
  expect(mined).toEqual(trade?.legs.map(({ fill = '' }) => keyOfFill(fill)));
});

it('a leg isn’t filled again once its lost fill was mined while the market was read', async () => {
  const lost = [[0, 'legs'], [0, 'approve'], 'lose', [0, 'slowMarket'], [0, 'goOn']] as const;
  const world = await after(...lost, [0, 'goOn'], 'mineLost', [0, 'slowMarket'], [0, 'approve']);
  await run(world, 'mine');
  const [trade] = world.devices[0].rows<StoredLegs>('legs');
  const mined = world.chain.sent.filter(({ state }) => state === 'mined').map(({ key }) => key);
  expect(mined).toEqual(trade?.legs.map(({ fill = '' }) => keyOfFill(fill)));
});

it('the lost first call of a conversion back isn’t made again after a reorganization brought back its second call', async () => {
  const calls = [[0, 'wayBack'], [0, 'approve'], 'mine', [0, 'approve'], 'revert'] as const;
  const again = ['reorganize', [0, 'goOn'], 'reorganize', [0, 'kill'], 'lose', 'mineLost'] as const;
  const world = await after(...calls, ...again, 'mine', [0, 'approve'], 'mine');
  expect(world.chain.sent.map(({ state }) => state)).toEqual(['mined', 'mined']);
  expect(world.devices[0].prompts()).toEqual([]);
});

it('a request to makers isn’t made again once its failed transaction succeeds after a reorganization', async () => {
  const reverted = [[0, 'ask'], [0, 'approve'], 'mine', [0, 'approve'], 'revert'] as const;
  const again = [[0, 'goOn'], 'reorganize', 'mine', [0, 'approve'], 'mine', 'mine'] as const;
  const world = await after(...reverted, ...again);
  expect(world.chain.sent).toHaveLength(2);
  expect(world.devices[0].worker().procedures.views()).toEqual([]);
});

it('a site’s request is shown while the wallet’s own conversion is under way, and both finish', async () => {
  const world = await after([0, 'wayBack'], [0, 'approve'], [0, 'site']);
  const [device] = world.devices;
  expect(device.prompts()).toHaveLength(1);
  for (const one of [[0, 'approve'], 'mine', 'mine', 'mine', [0, 'approve'], 'mine'] as const)
    await run(world, one);
  expect(world.chain.sent.map(({ state }) => state)).toEqual(['mined', 'mined', 'mined', 'mined']);
  expect(device.worker().procedures.views()).toEqual([]);
});

it('a second procedure is refused with the id of the first procedure, which another tab began', async () => {
  const world = await after([0, 'twoTabs']);
  const [device] = world.devices;
  expect(device.prompts()).toHaveLength(1);
  const holder = device.worker().fills.all()[0]?.id;
  await expect(device.worker().wayBack.begin(BUYER, { token: BUYER })).rejects.toMatchObject({
    code: 'fillRunning',
    details: { holder },
  });
});

it('two devices run procedures side by side, and each device tracks only its own transactions', async () => {
  const both = [
    [0, 'fill'],
    [1, 'fill'],
    [0, 'approve'],
    [1, 'approve'],
  ] as const;
  const world = await after(...both, 'mine', 'revert');
  expect(stagesOn(world, 0)).toEqual(['indexed']);
  expect(stagesOn(world, 1)).toEqual(['failed']);
});
