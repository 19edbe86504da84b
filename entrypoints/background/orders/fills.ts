import type { Address, Hex } from 'viem';
import { i18n } from '#i18n';
import { toBase64url } from '../../../shared/bytes.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { decodeFillOrder } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { type Contracts, contracts, unixSeconds } from '../../../shared/units.ts';
import { OWN } from '../approvals/replacements.ts';
import type { Transactions } from '../approvals/transactions.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { Stored } from '../state/stored.ts';
import type { OrdersFeed } from './feed.ts';
import { explainRevert, failureOf, revertOf } from './fill-failure.ts';
import { proveFill } from './fill-proof.ts';
import { type FillRecord, fillView, isAtRest } from './fill-record.ts';
import { TicketError } from './pick.ts';
import { type Call, prepareFill } from './prepare-fill.ts';

/** Fills at rest that are told of, among the newest; one that is on its way is never dropped. */
const KEPT = 20;

export type Fills = ReturnType<typeof createFills>;
type Asked = NonNullable<FillRecord['fill']>;

/**
 * Fills of the wallet's own, each from the user's yes until the indexer knows it: fresh and verified
 * order, exact allowance where one is missing, everything checked again, the fill, its receipt held
 * against what was signed. Each transaction passes the approval queue. Every step is stored before it
 * is taken, so that a page that was closed finds it again and a new worker goes on.
 */
export function createFills(deps: {
  stored: Pick<Stored<FillRecord[]>, 'read' | 'write'>;
  feed: OrdersFeed;
  client: Rpc;
  transactions: Transactions;
  random: Random;
  clock: Clock;
  wait: Wait;
  isUnlocked: () => boolean;
  /** The hash that was sent for a request, if any. */
  answerTo: (requestKey: string) => string | undefined;
  settled: (hash: string) => Promise<Settled>;
  /** Resolves when the indexer had its time to catch up with a transaction. */
  index: (hash: string) => Promise<unknown>;
  isIndexed: (option: string) => boolean;
  onChange: () => void;
}) {
  const { feed, client, clock } = deps;
  const now = () => unixSeconds(Math.floor(clock.now() / 1000));
  let rows: readonly FillRecord[] = [];

  const find = (id: string) => rows.find((row) => row.id === id);

  async function write(next: readonly FillRecord[]): Promise<void> {
    rows = next.filter((row, at) => at < KEPT || !isAtRest(row));
    try {
      await deps.stored.write([...rows]);
    } finally {
      deps.onChange();
    }
  }

  const update = (id: string, change: Partial<FillRecord>) =>
    write(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

  const asked = (call: Call): Asked => ({
    ...call,
    key: `own:${toBase64url(deps.random.bytes(16))}`,
  });

  async function ask(row: FillRecord, what: Asked, index: number): Promise<string> {
    const sent = deps.answerTo(what.key);
    if (sent !== undefined) return sent;
    // A new worker may find the wallet locked: nobody is asked to unlock for what he began before.
    if (!deps.isUnlocked()) throw new RpcError('rejected');
    return deps.transactions.ask({
      requester: OWN,
      requestKey: what.key,
      chainId: CHAIN_ID,
      account: row.account as Address,
      transaction: { to: what.to, data: what.data, value: '0x0' },
      step: { index, count: row.steps },
    });
  }

  async function check(row: FillRecord): Promise<Partial<FillRecord>> {
    const { fill, allowance } = await prepareFill({
      feed,
      client,
      now,
      account: row.account as Address,
      digest: row.digest,
      wanted: contracts(BigInt(row.contracts)),
      referrer: row.referrer as Address,
    });
    const count = fillOf(fill.data).order.numContracts.toString();
    if (allowance === undefined) {
      const steps = row.allowance === undefined ? 1 : 2;
      return { stage: 'fill asked', steps, contracts: count, fill: asked(fill) };
    }
    if (row.allowance?.hash !== undefined) {
      throw new TicketError('taker-allowance', 'The allowance that was granted is too small.');
    }
    return { stage: 'allowance asked', steps: 2, contracts: count, allowance: asked(allowance) };
  }

  const evidenceOf = ({ account }: FillRecord, { to, data }: Asked, hash: string) =>
    proveFill({
      client,
      clock,
      wait: deps.wait,
      hash,
      book: to as Address,
      account: account as Address,
      fill: fillOf(data),
    });

  async function mined(row: FillRecord, sent: Asked, hash: string): Promise<Partial<FillRecord>> {
    const outcome = await deps.settled(hash);
    const ended: Asked = { ...sent, hash: outcome.hash };
    const fill = fillOf(sent.data);
    const [book, account] = [sent.to as Address, row.account as Address];
    if (outcome.status === 'dropped') {
      // Nobody follows it any more: the user may have cleared the list of what was sent.
      const evidence = await evidenceOf(row, sent, outcome.hash);
      if (evidence.kind !== 'proved') return failed('superseded');
      return { stage: 'mined', fill: ended, proof: evidence.proof };
    }
    if (outcome.status === 'failed') {
      const call = { from: account, to: book, data: sent.data as Hex };
      const reason = await revertOf(client, call, outcome.hash);
      return {
        stage: 'failed',
        fill: ended,
        failure: await explainRevert({ client, account, book, fill, reason }),
      };
    }
    // Stored before anything else is read: what is mined never becomes a failure of reading.
    return { stage: 'mined', fill: ended };
  }

  async function prove(row: FillRecord, sent: Asked, hash: string): Promise<Partial<FillRecord>> {
    const evidence = await evidenceOf(row, sent, hash);
    if (evidence.kind === 'no option') return failed('superseded');
    if (evidence.kind === 'proved') return { stage: 'mined', proof: evidence.proof };
    await index(hash);
    return { stage: 'unproved' };
  }

  /** What the indexer does not tell now, the receipt has told or will tell. */
  const index = (hash: string) => deps.index(hash).catch(() => undefined);

  /** The next step of a fill; answers what it changed. */
  async function step(row: FillRecord): Promise<Partial<FillRecord>> {
    const { allowance, fill, proof } = row;
    switch (row.stage) {
      case 'allowance asked':
        if (allowance === undefined) break;
        return {
          stage: 'allowance sent',
          allowance: { ...allowance, hash: await ask(row, allowance, 1) },
        };
      case 'allowance sent': {
        if (allowance?.hash === undefined) break;
        const { status } = await deps.settled(allowance.hash);
        // Quotes live two minutes, and a prompt takes as long as the user does: all is looked at again.
        return status === 'confirmed' ? { stage: 'checking' } : failed('approvalReverted');
      }
      case 'fill asked':
        if (fill === undefined) break;
        return { stage: 'fill sent', fill: { ...fill, hash: await ask(row, fill, row.steps) } };
      case 'fill sent':
        if (fill?.hash === undefined) break;
        return mined(row, fill, fill.hash);
      case 'mined': {
        if (fill?.hash === undefined) break;
        if (proof === undefined) return prove(row, fill, fill.hash);
        await index(fill.hash);
        return { stage: deps.isIndexed(proof.option) ? 'indexed' : 'not indexed' };
      }
    }
    return check(row);
  }

  function endOf(row: FillRecord, error: unknown): Partial<FillRecord> {
    // It was filled, whatever could not be read of it.
    if (row.stage === 'mined')
      return { stage: row.proof === undefined ? 'unproved' : 'not indexed' };
    if (error instanceof TicketError && error.code === 'quote-replaced') {
      const { replacement, price } = error.details;
      return { stage: 'replaced', newer: { digest: String(replacement), price: String(price) } };
    }
    const failure = failureOf(error);
    const isLocked = failure.code === 'rejected' && !deps.isUnlocked();
    return { stage: 'failed', failure: isLocked ? { code: 'locked' } : failure };
  }

  async function drive(id: string): Promise<void> {
    for (let row = find(id); row !== undefined && !isAtRest(row); row = find(id)) {
      await update(id, await step(row).catch((error) => endOf(row, error)));
    }
  }

  return {
    async load(): Promise<void> {
      rows = (await deps.stored.read()) ?? [];
    },

    /** A new worker: goes on where the one before stopped. */
    resume(): void {
      for (const row of rows) if (!isAtRest(row)) void drive(row.id);
    },

    /** Whether a transaction is a fill that tells the positions of itself. */
    follows: (hash: string): boolean => rows.some(({ fill }) => fill?.hash === hash),

    view: (): FillView[] => rows.map(fillView),

    /**
     * Begins a fill and answers its id at once. The same quote that is being filled already is not
     * begun twice.
     *
     * @throws TicketError `quote-gone`, `unknown-product`; FeedError
     */
    async start(options: {
      digest: string;
      account: Address;
      wanted: Contracts;
      referrer: Address;
    }): Promise<string> {
      const { digest, account } = options;
      const open = () =>
        rows.find((row) => row.digest === digest && row.account === account && !isAtRest(row));
      const before = open();
      if (before !== undefined) return before.id;
      const facts = await describe(digest);
      // Another start may have come first while the feed was read; `write` takes the place at once.
      const meanwhile = open();
      if (meanwhile !== undefined) return meanwhile.id;
      const row: FillRecord = {
        ...facts,
        id: toBase64url(deps.random.bytes(16)),
        digest,
        account,
        at: clock.now(),
        stage: 'checking',
        referrer: options.referrer,
        contracts: options.wanted.toString(),
        steps: 1,
      };
      await write([row, ...rows]);
      void drive(row.id);
      return row.id;
    },

    /** The user takes the newer quote at its price: everything begins again with that one. */
    async accept(id: string): Promise<void> {
      const row = find(id);
      if (row?.stage !== 'replaced' || row.newer === undefined) return;
      const { newer, allowance, fill: _fill, failure: _failure, ...kept } = row;
      const given = allowance?.hash ?? row.granted;
      const again: FillRecord = {
        ...kept,
        ...newer,
        stage: 'checking',
        steps: 1,
        ...(given === undefined ? {} : { granted: given }),
      };
      await write(rows.map((one) => (one.id === id ? again : one)));
      void drive(id);
    },

    /** Looks again for the receipt of a fill that is mined and could not be proved. */
    async prove(id: string): Promise<void> {
      if (find(id)?.stage !== 'unproved') return;
      await update(id, { stage: 'mined' });
      void drive(id);
    },

    /** Takes a fill that is over, or waits for the user's choice of quotes, off the pages. */
    async dismiss(id: string): Promise<void> {
      await write(rows.filter((row) => row.id !== id || !isAtRest(row)));
    },
  };

  async function describe(digest: string) {
    const entry = feed.remembered(digest) ?? (await feed.fresh()).byDigest.get(digest);
    if (entry === undefined) {
      throw new TicketError('quote-gone', i18n.t('fill.failure.gone'));
    }
    feed.remember(digest, entry);
    const { takerSide, asset, product, collateral } = describeOrder(entry.order);
    if (asset === undefined || collateral === undefined || product === undefined) {
      throw new TicketError('unknown-product', i18n.t('fill.failure.unknownProduct'));
    }
    const { symbol, decimals } = collateral;
    return {
      side: takerSide,
      asset,
      product: product.name,
      token: { symbol, decimals },
      price: entry.order.price.toString(),
    };
  }
}

function failed(code: NonNullable<FillRecord['failure']>['code']): Partial<FillRecord> {
  return { stage: 'failed', failure: { code } };
}

/** Our own calldata, read back: what was signed is what is held against the receipt. */
function fillOf(data: string) {
  const fill = decodeFillOrder(data as Hex);
  if (fill.kind !== 'fill') throw new TypeError('the stored call is no fill');
  return fill;
}
