import type { Address } from 'viem';
import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import { PRICE_FEEDS } from '../../../shared/chain/deployments.ts';
import { orderDigestBytes } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { recoverSigner } from '../../../shared/orders/recover.ts';
import {
  type MakerFacts,
  type Unfillable,
  unfillableBy,
} from '../../../shared/orders/unfillable.ts';
import type { Wait } from '../../../shared/ports.ts';
import { type Price8, price8 } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { askMakers } from './contract-maker.ts';
import type { FeedSnapshot } from './feed/feed.ts';
import { type MakerReads, makerFactsOf, readMakers } from './maker-facts.ts';

/** Number of signatures to check (about 20 ms) before other work gets a turn. */
const AT_ONCE = 25;
/**
 * Number of kept results: twice the largest feed. A signature never changes, so it is checked once.
 */
const REMEMBERED = 20_000;
/** Maximum number of makers with separate signers: forged feeds can name many. */
const MAX_MAKERS = 20;

export type OrderChecks = ReturnType<typeof createOrderChecks>;

type Entries = ReadonlyMap<string, FeedEntry>;

/** Runs the slow checks of orders: signatures, budgets and makers' tokens. */
export function createOrderChecks(deps: { client: Rpc; wait: Wait }) {
  const genuine = new Map<string, boolean>();
  /** Orders whose signer is accepted by the maker's contract but not by the book. */
  let roleless: ReadonlySet<string> = new Set();
  let makers: MakerReads = new Map();
  let prices: ReadonlyMap<string, Price8> = new Map();
  const quoteSpots = createQuoteSpots(REMEMBERED);
  let version = 0;
  let running: { snapshot: FeedSnapshot; done: Promise<void> } | undefined;

  async function checkSignatures(byDigest: Entries): Promise<void> {
    const foreign: Foreign[] = [];
    let inTurn = 0;
    for (const [digest, entry] of byDigest) {
      const key = keyOf(digest, entry);
      if (genuine.has(key)) continue;
      if (computeNonce(entry.order) !== entry.nonce) {
        genuine.set(key, false);
        continue;
      }
      const signer = recoverSigner(
        orderDigestBytes(entry.order, entry.optionBookAddress),
        entry.signature,
      );
      const isMakers = isSame(signer, entry.order.maker);
      if (isMakers || signer === undefined) genuine.set(key, isMakers);
      else foreign.push({ key, signed: entry, signer });
      inTurn += 1;
      if (inTurn % AT_ONCE === 0) await deps.wait(0);
    }
    await checkForeign(foreign);
    for (const key of genuine.keys()) {
      if (genuine.size <= REMEMBERED) break;
      genuine.delete(key);
    }
  }

  /**
   * Calls each maker contract separately, so that a hostile contract affects only its own orders.
   * If a node doesn't respond, the orders stay unchecked until the next read.
   */
  async function checkForeign(foreign: readonly Foreign[]): Promise<void> {
    const found = new Map<string, boolean>();
    const byMaker = Map.groupBy(foreign, ({ signed }) => signed.order.maker);
    await Promise.all(
      [...byMaker.values()].map(async (orders, at) => {
        // Orders beyond the limit stay unchecked and can't be filled.
        const accepted =
          at < MAX_MAKERS ? await askMakers(deps.client, orders).catch(() => undefined) : undefined;
        orders.forEach(({ key }, i) => {
          const said = accepted?.[i];
          if (said === undefined) return;
          // The role is read each time, because it can be granted at any time.
          found.set(key, said === 'signatureOnly');
          if (said !== 'signatureOnly') genuine.set(key, said === 'accepts');
        });
      }),
    );
    // Keeps earlier results for entries that this read doesn't include.
    const others = [...roleless].filter((key) => !found.has(key));
    const without = [...found].flatMap(([key, isRoleless]) => (isRoleless ? [key] : []));
    roleless = new Set([...others, ...without].slice(-REMEMBERED));
  }

  /** Reads the prices from the orders' own oracles. The book uses the same oracles for its fee. */
  async function readPrices(byDigest: Entries): Promise<ReadonlyMap<string, Price8>> {
    const named = new Set([...byDigest.values()].map(({ order }) => order.priceFeed.toLowerCase()));
    const asked = PRICE_FEEDS.map(({ address }) => address).filter((address) =>
      named.has(address.toLowerCase()),
    );
    const answers = await multicall(deps.client, {
      contracts: asked.map((address) => ({
        address,
        abi: priceFeedAbi,
        functionName: 'latestRoundData' as const,
      })),
    });
    return new Map(
      asked.flatMap((address, i) => {
        const answer = answers[i]?.result?.[1];
        return answer === undefined || answer <= 0n
          ? []
          : [[address.toLowerCase(), price8(answer)] as const];
      }),
    );
  }

  async function look(entries: Entries, keep: (read: MakerReads) => void): Promise<void> {
    await Promise.all([
      checkSignatures(entries),
      // The list uses these amounts. A fill reads them again.
      readMakers(deps.client, entries.values()).then(keep, () => undefined),
      // Without the prices, the list uses the feeds' prices and marks them.
      readPrices(entries).then(
        (read) => {
          prices = new Map([...prices, ...read]);
        },
        () => undefined,
      ),
    ]);
    quoteSpots.keep(entries.values(), oracleOf);
    version += 1;
  }

  function oracleOf(priceFeed: Address): Price8 | undefined {
    return prices.get(priceFeed.toLowerCase());
  }

  return {
    /** Returns whether the maker signed the order; `undefined` before the signature was checked. */
    isGenuine: (digest: string, entry: FeedEntry): boolean | undefined =>
      genuine.get(keyOf(digest, entry)),
    /** Returns the facts about the order's maker, as last read from the chain. */
    makerOf: (entry: FeedEntry): MakerFacts => makerFactsOf(makers, entry),
    /**
     * Returns why the book would refuse the order at any size; `undefined` if the chain shows no
     * reason.
     */
    unfillableOf: (digest: string, entry: FeedEntry): Unfillable | undefined =>
      roleless.has(keyOf(digest, entry))
        ? 'makerRole'
        : unfillableBy(entry.order, makerFactsOf(makers, entry), oracleOf(entry.order.priceFeed)),
    /** Returns a number that changes with each run of the checks. */
    version: () => version,
    oracleOf,
    /**
     * Returns the asset's price when the quote was first read. The maker signed the quote at about
     * this price.
     */
    quoteSpotOf: quoteSpots.of,
    /**
     * Checks every entry of a snapshot, in slices. Budgets stay unread when the node doesn't
     * respond.
     */
    run(snapshot: FeedSnapshot): Promise<void> {
      if (running?.snapshot !== snapshot) {
        const done = look(snapshot.byDigest, (read) => {
          makers = read;
        });
        running = { snapshot, done };
      }
      return running.done;
    },
    /** Checks these entries before all others. */
    only: (entries: Entries): Promise<void> =>
      look(entries, (read) => {
        makers = new Map([...makers, ...read]);
      }),
  };
}

interface Foreign {
  readonly key: string;
  readonly signed: FeedEntry;
  readonly signer: Address;
}

/**
 * Returns a key that includes signature and nonce. The digest doesn't cover them: two feeds can
 * list the same order with different signatures or nonces.
 */
function keyOf(digest: string, { signature, nonce }: FeedEntry): string {
  return `${digest}${signature}${nonce}`;
}

function isSame(signer: Address | undefined, maker: Address): boolean {
  return signer?.toLowerCase() === maker.toLowerCase();
}

/**
 * Keeps, for each quote, the asset's price from the time when the quote was first read. A maker
 * signs at about that price, so the quote's volatility is calculated from it, not from the current
 * price.
 * @param most maximum number of prices
 */
export function createQuoteSpots(most: number) {
  const spots = new Map<string, Price8>();
  return {
    of: ({ signature }: Pick<FeedEntry, 'signature'>): Price8 | undefined => spots.get(signature),

    /** Keeps the current prices of assets for new quotes. */
    keep(entries: Iterable<FeedEntry>, oracleOf: (priceFeed: Address) => Price8 | undefined): void {
      for (const { order, signature } of entries) {
        const spot = spots.get(signature) ?? oracleOf(order.priceFeed);
        if (spot !== undefined) spots.set(signature, spot);
      }
      for (const signature of spots.keys()) {
        if (spots.size <= most) break;
        spots.delete(signature);
      }
    },
  };
}
