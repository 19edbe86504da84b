import { type Address, encodeAbiParameters, type Hex, parseAbiParameters, zeroAddress } from 'viem';
import type { RequestContext } from '../../../entrypoints/background/approvals/request-context.ts';
import {
  approveCall,
  ownKey,
} from '../../../entrypoints/background/approvals/sending/own-transactions.ts';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { nonceInsteadOf } from '../../../entrypoints/background/chain/made-again.ts';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { createSettlements } from '../../../entrypoints/background/chain/settlements.ts';
import {
  asDropped,
  asFound,
  asMined,
  asReopened,
  asReplaced,
} from '../../../entrypoints/background/chain/transaction-state.ts';
import { NotStoredError } from '../../../entrypoints/background/kernel/stored.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import { QuotationError } from '../../../entrypoints/background/market/options/factory.ts';
import type { FillRecord } from '../../../entrypoints/background/orders/fill-schemas.ts';
import { createFills } from '../../../entrypoints/background/orders/fills.ts';
import { createLegs } from '../../../entrypoints/background/orders/legs.ts';
import type { PreparedFill } from '../../../entrypoints/background/orders/prepare-fill.ts';
import { runningError, TicketError } from '../../../entrypoints/background/orders/ticket-error.ts';
import type { WayBackInput } from '../../../entrypoints/background/orders/way-back.ts';
import { createBundles } from '../../../entrypoints/background/procedures/bundles.ts';
import { type CallsState, createCalls } from '../../../entrypoints/background/procedures/calls.ts';
import { moneyOf } from '../../../entrypoints/background/procedures/claims.ts';
import { createProcedures } from '../../../entrypoints/background/procedures/runner.ts';
import { createAsks } from '../../../entrypoints/background/quotations/asks.ts';
import type { AskInput } from '../../../entrypoints/background/quotations/plan-ask.ts';
import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { reserveOf } from '../../../shared/chain/lending.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { ORDERS } from '../../gallery/samples/market.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';
import { wire } from '../../server/orders/harness.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';
import {
  BUYER,
  filled,
  initialized,
  optionAddress,
  SELLER,
} from '../../shared/positions/event-logs.ts';
import { memoryActivity } from './memory-activity.ts';
import { memoryAreas } from './memory-areas.ts';

const SITE = 'https://dapp.example';
const USDC = reserveOf('USDC').asset.address;
/** Calldata of a request to makers. */
const ASK = '0xbb';
/**
 * The claim on the account's USDC. In this world, every fill, conversion back and revocation needs
 * this claim.
 */
export const MONEY = [{ on: moneyOf(BUYER, 'USDC'), by: 'fill' }] as const;

const OPTION = optionAddress(999);
/** The multicall's answer to a read of the split fee: the option has none. */
const NO_FEE = encodeAbiParameters(parseAbiParameters('(bool, bytes)[]'), [[[false, '0x']]]);

const FEE = { maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1', isLegacy: false };
const { entry, expect: real } = realOrder('r12 PUT btc');
const { order, signature, optionBookAddress: BOOK } = entry;
const FILL = encodeFill({
  ...{ order, signature, referrer: zeroAddress },
  numContracts: contracts(1_000_000n),
});
/** A checked fill that needs no allowance. */
const PREPARED = {
  ...{ fill: { to: BOOK, data: FILL }, preparations: [], isTried: true },
} as unknown as PreparedFill;
const REVOCATIONS = ['0x11', '0x22'].map((start) => ({
  ...approveCall(USDC, start.padEnd(42, '0') as Address, 0n),
  value: '0x0',
}));

type Change = (row: TransactionRecord) => TransactionRecord;
type End = 'mined' | 'reverted';
type Chain = ReturnType<typeof createChain>;
type Sent = Chain['sent'][number];

/** Creates a chain on which the test decides what is mined. Nodes can lose a transaction. */
function createChain() {
  const sent: {
    readonly hash: Hex;
    readonly key: string;
    readonly device: string;
    readonly isFill: boolean;
    /** Key of the request that the transaction is for. A speed-up has the key of the original. */
    readonly request: string;
    /** Hash of the transaction that this transaction speeds up. */
    readonly speedsUp?: string;
    wasLost: boolean;
    /** True if the watch can find a lost transaction only in a final block. */
    isFinal?: boolean;
    /** `gone`: the transaction was lost or sped up, and another transaction has its nonce. */
    state: 'pool' | 'lost' | 'gone' | End;
  }[] = [];
  const find = (hash: string) => sent.find((one) => one.hash === hash);
  return {
    sent,
    find,
    /** True if the account has too little of the money. */
    isShort: false,
    /** True if nodes deny having the receipt of a transaction that was never lost. */
    isDenying: false,
    /** Hashes of transactions that succeeded, even if a reorganization removed them later. */
    seen: new Set<string>(),
    /** Hashes of transactions that a block included, including those that failed there. */
    included: new Set<string>(),
    send(key: string, data: string, device: string): Hex {
      // The new transaction reuses the nonce of a lost transaction.
      for (const one of sent) if (one.device === device && one.state === 'lost') one.state = 'gone';
      const hash: Hex = `0x${(sent.length + 1).toString(16).padStart(64, '0')}`;
      const isFill = data === FILL;
      sent.push({ ...{ hash, key, device, isFill, request: key }, wasLost: false, state: 'pool' });
      return hash;
    },
    /** Sends a transaction's replacement with a higher fee and the same nonce. */
    speedUp(one: (typeof sent)[number]): Hex {
      one.state = 'gone';
      const hash: Hex = `0x${(sent.length + 1).toString(16).padStart(64, '0')}`;
      sent.push({
        ...{ ...one, hash, key: `${one.key} faster`, speedsUp: one.hash },
        ...{ wasLost: false, state: 'pool' },
      });
      return hash;
    },
    /** Mines an empty transaction with the same nonce. */
    cancel(one: (typeof sent)[number]): Hex {
      one.state = 'gone';
      const hash: Hex = `0x${(sent.length + 1).toString(16).padStart(64, '0')}`;
      const { device } = one;
      sent.push({
        ...{ hash, device, key: `${one.key} cancelled`, request: `${one.key} cancelled` },
        ...{ isFill: false, wasLost: false, isFinal: true, state: 'mined' },
      });
      return hash;
    },
    slower(hash: string): readonly string[] {
      const former = find(hash)?.speedsUp;
      return former === undefined ? [] : [former, ...this.slower(former)];
    },
    /**
     * Returns a node that counts nonces as if one of the lost transactions, or its faster
     * replacement, were pending again.
     */
    as(lost: readonly string[]): Rpc {
      const isOpen = sent.some(
        ({ hash, state }) =>
          state === 'pool' && [hash, ...this.slower(hash)].some((one) => lost.includes(one)),
      );
      const request = async (method: string, params: readonly unknown[]) =>
        isOpen && method === 'eth_getTransactionCount' ? '0x1' : this.request(method, params);
      return { request };
    },
    async request(method: string, params: readonly unknown[]) {
      const one = find(String(params[0]));
      // `send` counts the nonces, so this answer doesn't matter.
      if (method === 'eth_getTransactionCount') return '0x100';
      if (method === 'eth_blockNumber') return '0x100';
      if (method === 'eth_getTransactionByHash') return one?.state === 'pool' ? one : null;
      if (method !== 'eth_getTransactionReceipt') throw new RpcError('chainUnreachable');
      if (one?.state !== 'mined' && one?.state !== 'reverted') return null;
      if (this.isDenying && !one.wasLost) return null;
      const option = optionAddress(sent.indexOf(one));
      const signed = { seller: sent.indexOf(one) % 4 === 3 ? SELLER : order.maker };
      const events =
        one.isFill && one.state === 'mined'
          ? [
              initialized(option, signed),
              filled(option, { ...signed, referrer: zeroAddress, nonce: computeNonce(order) }),
            ]
          : [];
      const logs = events.map((log, at) => ({ ...log, logIndex: `0x${at.toString(16)}` }));
      const status = one.state === 'mined' ? '0x1' : '0x0';
      return { transactionHash: one.hash, status, blockNumber: '0x1', logs };
    },
  };
}

interface Prompt {
  readonly key: string;
  /**
   * Sends the transaction, or confirms the review. If `isAnswered` is false, the answer gets lost,
   * as when the worker dies.
   */
  readonly approve: (isAnswered: boolean) => Promise<void>;
  readonly reject: (code: 'rejected' | 'lockedMeanwhile') => void;
}

/** Creates a device of the vault with its storage and its user. Its workers can be killed. */
function createDevice(chain: Chain, name: string) {
  const random = createFakeRandom(name);
  const clock = createFakeClock((order.orderExpiryTimestamp - 60) * 1000);
  const areas = memoryAreas();
  const rows = new Map<string, unknown[]>();
  /** Errors that must not occur in this world. */
  const surprises: unknown[] = [];
  let prompts: Prompt[] = [];
  let generation = 0;
  let locks = 0;
  let isFull = false;
  let wasFull = false;
  let isHere = true;
  /** Settled while the feed answers. */
  let market = Promise.resolve();
  let answerOfMarket: (() => void) | undefined;

  function start() {
    generation += 1;
    const own = generation;
    const isAlive = () => own === generation;
    const activity = memoryActivity({
      areas: {
        ...areas,
        local: {
          ...areas.local,
          set: (key, value) => (isAlive() ? areas.local.set(key, value) : never()),
        },
      },
    });
    const stored = <Row>(key: string) => ({
      read: async () => structuredClone(rows.get(key)) as Row[] | undefined,
      async write(next: Row[]) {
        if (!isAlive()) return never();
        if (isFull) throw new NotStoredError();
        rows.set(key, structuredClone(next));
      },
    });
    const settlements = createSettlements({ find: activity.find, isOfEarlierChain: () => false });
    const procedures = createProcedures({ onChange: () => legs.onFillsChanged(), failureOf });

    async function send(key: string, data: string, origin: string): Promise<Hex> {
      if (!isAlive()) return never();
      // A transaction isn't sent if its bytes can't be stored.
      if (isFull) throw new NotStoredError();
      const hash = chain.send(key, data, name);
      await activity.add({
        ...{ id: hash, hash, kind: 'transaction', status: 'sent', raw: '0x01', at: clock.now() },
        ...{ origin, account: BUYER, chainId: CHAIN_ID, requestKey: key, nonce: 1 },
        what: { kind: 'payout' },
      });
      return hash;
    }

    /** Shows a prompt to the user of this device. */
    function ask<Answer>(key: string, agree: () => Promise<Answer>): Promise<Answer> {
      return new Promise((resolve, reject) => {
        if (!isAlive()) return;
        const close = () => {
          prompts = prompts.filter((one) => one !== prompt);
        };
        const prompt: Prompt = {
          key,
          async approve(isAnswered) {
            close();
            await agree().then((answer) => (isAnswered ? resolve(answer) : undefined), reject);
          },
          reject(code) {
            close();
            reject(new RpcError(code));
          },
        };
        prompts.push(prompt);
      });
    }

    const common = {
      procedures,
      client: chain,
      transactions: {
        ask: ({
          requestKey: key,
          transaction,
          insteadOf: lost = [],
        }: {
          requestKey: string;
          transaction: { data?: string };
          insteadOf?: readonly string[];
        }) =>
          ask(key, async () => {
            const transactions = activity.transactions();
            const own = { rpc: chain.as(lost), chainId: CHAIN_ID, account: BUYER, transactions };
            if (lost.length > 0)
              await nonceInsteadOf({ ...own, lost, wait: async () => undefined });
            return send(key, transaction.data ?? '', '');
          }),
      },
      settled: settlements.wait,
      answerTo: activity.answerTo,
      isUnlocked: () => isHere,
      clock,
      random,
      wait: async () => undefined,
    };
    const fills = createFills({
      ...common,
      reviewed: async () => PREPARED,
      stored: stored<FillRecord>('fills'),
      feed: createOrdersFeed({
        ...{ clock, urls: () => ['https://feed.example/orders'], wait: never },
        fetch: async () => Response.json({ data: { orders: [wire(entry)], market_data: {} } }),
      }),
      joined: async () => undefined,
      index: async () => undefined,
      isIndexed: () => true,
      onChange: () => undefined,
    });
    const legs = createLegs({
      ...common,
      stored: stored('legs'),
      fills: {
        ...fills,
        async start({ id = ownKey(random) }) {
          await fills.begin(newFill(id));
          return id;
        },
      },
      listing: {
        async list() {
          await market;
          return {
            ...{ rows: ORDERS.rows, refused: [], unfillable: [], newer: 0, spot: {}, feeds: [] },
          };
        },
      },
      isUnknown: async (hash) => ['lost', 'gone'].includes(chain.find(hash)?.state ?? ''),
      referrer: () => zeroAddress,
    });
    const wayBack = createCalls<WayBackInput>(common, {
      stored: stored<CallsState<WayBackInput>>('ways-back'),
      claims: () => [{ ...MONEY[0], by: 'way back' }],
      refusal: runningError,
      facts: ({ input }) => ({ kind: 'way back', token: input.token }),
      plan: async ({ steps }) => {
        if (chain.isShort) throw new TicketError('takerBalance');
        const isMissing = (step: string) => !steps.some((one) => one.step === step);
        const step = (['withdraw', 'unwrap'] as const).find(isMissing);
        return step && { step, to: USDC, data: '0x' };
      },
    });
    const asks = createAsks({
      ...common,
      client: {
        request: async (method, params: readonly unknown[]) =>
          method === 'eth_call' ? NO_FEE : chain.request(method, params),
      },
      stored: stored<CallsState<AskInput>>('asks'),
      sentCalls: () => [],
      oneRequest: { ensureNoneSent: () => undefined, ensureSplittable: async () => undefined },
      closing: { optionOf: ({ option }) => option, allowanceFor: never, callOf: never },
      opening: {
        optionOf: () => 'a new option',
        async allowanceFor() {
          if (chain.isShort) throw new QuotationError('shortBalance');
          return { to: USDC, data: '0xaa' };
        },
        callOf: async () => ASK,
      },
      answerCall: never,
    });
    const bundles = createBundles({
      ...common,
      rpcOf: () => chain,
      stored: stored('bundles') as never,
      refusal: runningError,
      approvals: {
        request: ({ request, requestKey }: { request: { calls: unknown[] }; requestKey: string }) =>
          ask(requestKey, async () => ({
            choice: { kind: 'send', fee: { ...FEE, gas: request.calls.map(() => '0x5208') } },
            request,
          })),
      } as never,
      broadcast: {
        async send({ requestKey, draft, origin, isAgreed }) {
          if (!isAgreed()) throw new RpcError('lockedMeanwhile');
          return send(requestKey, draft.data, origin);
        },
      },
      watchLocks: () => {
        const since = locks;
        return () => locks === since;
      },
      coinOf: () => 'ETH',
      tokenNames: { known: () => () => undefined },
      recheck: () => ({ shownByCall: () => undefined, isAsShown: async () => true }),
      activity,
    });
    return { activity, settlements, procedures, fills, legs, wayBack, asks, bundles };
  }
  let worker = start();

  const newFill = (id: string): FillRecord => ({
    ...{ id, digest: real.digest, account: BUYER, at: clock.now(), stage: 'fill asked' },
    ...{ referrer: zeroAddress, side: 'buy', asset: 'BTC', product: 'PUT' },
    ...{ strikes: order.strikes.map(String), expiry: order.expiry },
    ...{ token: { symbol: 'USDC', decimals: 6 }, contracts: '1000000', price: '1' },
    ...{ made: [], ahead: [], fill: { key: keyOfFill(id), to: BOOK, data: FILL } },
  });

  async function refusable(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      const { code } = failureOf(error);
      if (!REFUSALS.includes(code)) surprises.push(error);
    });
  }

  const calls = { account: BUYER, chainId: CHAIN_ID, calls: REVOCATIONS };

  async function askAsSite(): Promise<void> {
    const context: RequestContext = {
      ...{ requestKey: ownKey(random), accounts: [BUYER], chainId: CHAIN_ID },
      requester: { origin: SITE, own: false },
    };
    await worker.bundles.ask(context, calls).catch((error: unknown) => {
      // A procedure of the wallet never keeps a site's request from being made.
      if (!ANSWERS.includes(failureOf(error).code)) surprises.push(error);
    });
  }

  const asked = ORDERS.rows.slice(0, 2).map(({ digest, price }) => ({
    digest,
    price: price8(BigInt(price)),
    contracts: contracts(1_000000n),
  }));

  const commands = {
    fill: () => refusable(worker.fills.begin(newFill(ownKey(random)))),
    legs: () => refusable(worker.legs.begin(BUYER, asked)),
    wayBack: () => refusable(worker.wayBack.begin(BUYER, { token: USDC })),
    /** Asks makers for a new option. The factory then holds the premium. */
    ask: () =>
      refusable(
        worker.asks.requestNew({
          ...{ account: BUYER, asset: 'ETH', product: 'PUT', strikes: [price8(1n)] },
          ...{ isBuyer: true, contracts: contracts(1n), expiry: unixSeconds(1), window: 60 },
          limit: tokenAmount(1n),
        }),
      ),
    split: () => refusable(worker.asks.split(BUYER, OPTION, tokenAmount(1n))),
    revoke: () => refusable(worker.bundles.revoke([calls])),
    site: askAsSite,
    /** Starts procedures in two pages at the same time. */
    twoTabs: () =>
      Promise.all([commands.fill(), commands.wayBack(), commands.revoke(), commands.ask()]),
    approve: (isAnswered = true) => prompts[0]?.approve(isAnswered),
    reject: () => prompts[0]?.reject('rejected'),
    async lock(): Promise<void> {
      locks += 1;
      for (const { reject } of prompts) reject('lockedMeanwhile');
      await refusable(worker.bundles.stopAll());
    },
    /** Opens another vault of the device, or returns to the first vault. */
    async otherVault(): Promise<void> {
      isHere = !isHere;
      await commands.lock();
    },
    /** Delays the answers of the feed, or lets it answer again. */
    async slowMarket(): Promise<void> {
      if (answerOfMarket === undefined) {
        const held = Promise.withResolvers<void>();
        market = held.promise;
        answerOfMarket = held.resolve;
      } else {
        answerOfMarket();
        market = Promise.resolve();
        answerOfMarket = undefined;
      }
    },
    /** Makes the device's disk full, or gives it room again. */
    async disk(): Promise<void> {
      isFull = !isFull;
      wasFull = true;
    },
    /** Speeds up the newest pending transaction of this device. */
    async speedUp(): Promise<void> {
      const one = chain.sent.findLast(({ device, state }) => device === name && state === 'pool');
      const row = one && worker.activity.find(one.hash);
      if (one === undefined || row === undefined || !isPending(row)) return;
      const hash = chain.speedUp(one);
      const { requestKey: _requestKey, ...rest } = row;
      await worker.activity.add({
        ...rest,
        id: hash,
        hash,
        speedsUp: one.hash,
      } as TransactionRecord);
    },
    /** Cancels the newest pending transaction of this device, and mines the cancellation. */
    async cancel(): Promise<void> {
      const one = chain.sent.findLast(({ device, state }) => device === name && state === 'pool');
      const row = one && worker.activity.find(one.hash);
      if (one === undefined || row === undefined || !isPending(row)) return;
      const hash = chain.cancel(one);
      const { requestKey: _requestKey, speedsUp: _speedsUp, ...rest } = row;
      const sent = { ...rest, id: hash, hash, isCancel: true } as TransactionRecord;
      await worker.activity.add(asMined(sent, { block: 1n }));
      await report(
        one.hash,
        (before) => asReplaced(before, hash),
        (before) => asReplaced(before, hash),
      );
    },
    /** Dismisses the fills that failed or got lost. */
    hide: () =>
      Promise.all(
        worker.fills
          .all()
          .flatMap(({ id, stage }) =>
            stage === 'failed' ? [refusable(worker.fills.dismiss(id))] : [],
          ),
      ),
    /** Starts a new worker, as after a browser restart or a kill. */
    async kill(): Promise<void> {
      worker = start();
      prompts = [];
      await worker.activity.load();
      await worker.procedures.load();
      worker.procedures.resume();
      worker.legs.onFillsChanged();
      void worker.fills.onSettled().catch(() => undefined);
    },
    async dieSending(): Promise<void> {
      await prompts[0]?.approve(false);
      await commands.kill();
    },
    goOn: () =>
      Promise.all(
        [...paused(), ...worker.fills.view().filter((fill) => fill.interrupted !== undefined)].map(
          ({ id }) => refusable(worker.procedures.goOn(id)),
        ),
      ),
    /** Stops the running procedures, and deletes the stopped ones. */
    stop: () =>
      Promise.all(worker.procedures.views().map(({ id }) => refusable(worker.procedures.stop(id)))),
    prove: () => Promise.all(worker.fills.all().map(({ id }) => refusable(worker.fills.prove(id)))),
  };
  /**
   * Reports the end of a device's transaction, as the watch does. Also reports the end of the
   * transactions that it replaced.
   */
  async function report(hash: string, change: Change, slower: Change = (row) => row) {
    if (worker.activity.find(hash) === undefined) return;
    await worker.activity.change(hash, change);
    for (const id of chain.slower(hash)) await worker.activity.change(id, slower);
    worker.settlements.look();
    worker.bundles.advance();
    await worker.fills.onSettled(hash).catch(() => undefined);
  }
  const paused = () => worker.procedures.views().filter(({ state }) => state === 'paused');

  return {
    commands,
    surprises,
    isFull: () => isFull,
    isMarketSlow: () => answerOfMarket !== undefined,
    isHere: () => isHere,
    wasFull: () => wasFull,
    rows: <Row>(key: string) => (rows.get(key) ?? []) as Row[],
    worker: () => worker,
    prompts: () => prompts,
    paused,
    report,
  };
}

/** Codes with which a procedure may reject because of the user or the disk. */
const ANSWERS = ['rejected', 'lockedMeanwhile', 'notStored'];
const REFUSALS = [
  ...ANSWERS,
  ...['fillRunning', 'revocationRunning', 'wayBackRunning', 'wayBackUnsure', 'legsRunning'],
  ...[
    'splitRunning',
    'shortBalance',
    'paymentRunning',
    'alreadyAsked',
    'allowedUnasked',
    'noAllowance',
  ],
];

export const keyOfFill = (id: string): string => `own:fill ${id}`;

const never = () => new Promise<never>(() => undefined);

/** Creates two devices of one vault on one chain. */
export function createTwoDevices() {
  const chain = createChain();
  const devices = [createDevice(chain, 'one'), createDevice(chain, 'two')] as const;
  const report = (...change: Parameters<(typeof devices)[0]['report']>) =>
    Promise.all(devices.map((device) => device.report(...change)));

  async function end(state: End, from: 'pool' | 'lost' = 'pool'): Promise<void> {
    const next = chain.sent.find((one) => one.state === from);
    if (next === undefined) return;
    next.state = state;
    next.isFinal = from === 'lost';
    chain.included.add(next.hash);
    if (state === 'mined') chain.seen.add(next.hash);
    const failure = state === 'mined' ? undefined : ({ code: 'reverted' } as const);
    const changed = from === 'lost' ? asFound : asMined;
    await report(
      next.hash,
      (row) => changed(row, { block: 1n, failure }),
      (row) => asReplaced(row, next.hash),
    );
  }

  return {
    chain,
    devices,
    commands: {
      /** Lets money leave the account, or arrive. */
      async pay(): Promise<void> {
        chain.isShort = !chain.isShort;
      },
      /** Switches whether nodes deny having receipts. */
      async deny(): Promise<void> {
        chain.isDenying = !chain.isDenying;
      },
      mine: () => end('mined'),
      revert: () => end('reverted'),
      /** Mines a transaction that was given up as lost. */
      mineLost: () => end('mined', 'lost'),
      async lose(): Promise<void> {
        const next = chain.sent.find(({ state }) => state === 'pool');
        if (next === undefined) return;
        next.state = 'lost';
        next.wasLost = true;
        const dropped = (row: TransactionRecord) => asDropped(row, undefined);
        await report(next.hash, dropped, dropped);
      },
      /**
       * Removes the last mined transaction by a reorganization, so that nodes have it as pending
       * again. A failed transaction isn't removed once the device has sent another transaction
       * after it, because that second attempt can't be undone.
       */
      async reorganize(): Promise<void> {
        const isLast = ({ device }: Sent, at: number) =>
          chain.sent.findLastIndex((one) => one.device === device) === at;
        const last = chain.sent.findLast(
          (one, at) =>
            one.isFinal !== true &&
            (one.state === 'mined' || (one.state === 'reverted' && isLast(one, at))),
        );
        if (last === undefined) return;
        last.state = 'pool';
        await report(last.hash, asReopened);
      },
    },
  };
}
