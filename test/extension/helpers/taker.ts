import { type Address, zeroAddress } from 'viem';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { createRpc, type Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { createOrdersFeed } from '../../../entrypoints/background/market/feed/feed.ts';
import {
  type KnownChecks,
  orderRows,
  UNREAD_MAKER,
} from '../../../entrypoints/background/market/rows.ts';
import { isAtRest } from '../../../entrypoints/background/orders/fill-record.ts';
import type { FillRecord } from '../../../entrypoints/background/orders/fill-schemas.ts';
import { createFills } from '../../../entrypoints/background/orders/fills.ts';
import { ticketFor } from '../../../entrypoints/background/orders/ticket.ts';
import { systemWait } from '../../../entrypoints/background/platform/clock.ts';
import { createProcedures } from '../../../entrypoints/background/procedures/runner.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { orderDigestBytes } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { recoverSigner } from '../../../shared/orders/recover.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { contracts, epochMs, unixSeconds } from '../../../shared/units.ts';
import type { Devnet } from '../../devnet/devnet.ts';
import { receiptOf } from '../../devnet/receipt.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { approvingTransactions } from './approving-transactions.ts';

/**
 * Accepts only the maker as signer, because this check can't ask a maker contract for other
 * signers.
 */
function isSignedByMaker({ order, nonce, signature, optionBookAddress }: FeedEntry): boolean {
  if (computeNonce(order) !== nonce) return false;
  const signer = recoverSigner(orderDigestBytes(order, optionBookAddress), signature);
  return signer?.toLowerCase() === order.maker.toLowerCase();
}

/** Checks whose slow part is done immediately. */
const CHECKED: KnownChecks = {
  isGenuine: (_, entry) => isSignedByMaker(entry),
  makerOf: () => UNREAD_MAKER,
  unfillableOf: () => undefined,
  oracleOf: () => undefined,
  quoteSpotOf: () => undefined,
};

/**
 * Creates the parts of a taker's wallet that handle orders: feed, tickets and fills. The devnet's
 * clock follows `now`.
 */
export function createTaker(options: {
  devnet: Devnet;
  fetch: Fetch;
  now?: () => number;
  /** Replaces requests to the devnet's node, for example with failing requests. */
  nodeFetch?: Fetch;
  /** Runs before each transaction that asks the user. An error means that the user refuses. */
  onAsk?: (kind: 'approve' | 'fill') => Promise<void>;
  isIndexed?: () => boolean;
  isUnlocked?: () => boolean;
  joined?: Parameters<typeof createFills>[0]['joined'];
  /** Replaces the wait between two attempts. */
  wait?: (ms: number) => Promise<void>;
}) {
  const { devnet, now = Date.now } = options;
  const clock = { now: () => epochMs(now()) };
  const feed = createOrdersFeed({
    fetch: options.fetch,
    clock,
    wait: systemWait,
    urls: () => ['https://feed.example/orders'],
  });
  const client: Rpc = createRpc({
    fetch: options.nodeFetch ?? globalThis.fetch,
    urls: () => [devnet.rpcUrl],
  });
  const account = devnet.accounts.takers[0];
  const transactions = approvingTransactions(devnet, account);
  const seconds = () => unixSeconds(Math.floor(now() / 1000));
  let stored: FillRecord[] = [];
  /** Hash of the transaction that was sent for each request, as in the activity. */
  const answers = new Map<string, string>();
  let waiting: (() => void)[] = [];
  const random = createFakeRandom('fill');
  const onChange = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  const procedures = createProcedures({ onChange, failureOf });
  const create = (among = createProcedures({ onChange, failureOf })) =>
    createFills({
      reviewed: (_, check) => check(),
      stored: {
        read: async () => stored,
        write: async (rows) => {
          stored = structuredClone(rows);
        },
      },
      feed,
      client,
      transactions: {
        async ask(request) {
          await options.onAsk?.(request.step?.index === request.step?.count ? 'fill' : 'approve');
          const hash = await transactions.ask(request);
          answers.set(request.requestKey, hash);
          return hash;
        },
      },
      random,
      clock,
      wait: options.wait ?? systemWait,
      isUnlocked: options.isUnlocked ?? (() => true),
      joined: options.joined ?? (async () => undefined),
      answerTo: (key) => answers.get(key),
      settled: async (hash) => {
        const { status } = await receiptOf(devnet.client, `0x${hash.slice(2)}`);
        return { hash, status: status === 'success' ? 'confirmed' : 'failed' };
      },
      index: async () => undefined,
      isIndexed: options.isIndexed ?? (() => true),
      procedures: among,
      onChange,
    });
  const fills = create(procedures);

  async function rest(id: string, of = fills): Promise<FillView> {
    for (;;) {
      const fill = of.view().find((one) => one.id === id);
      if (fill === undefined) throw new Error('The fill is not reported.');
      if (isAtRest(fill)) return fill;
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
      });
    }
  }

  return {
    feed,
    client,
    fills,
    rest,
    account: account.address,
    asked: transactions.asked,
    stored: () => stored,
    store: (rows: FillRecord[]) => {
      stored = rows;
    },
    another: () => create(),
    procedures,
    rows: async () => orderRows(await feed.refresh(), seconds(), CHECKED),
    ticket: (digest: string, referrer: Address = zeroAddress) =>
      ticketFor({
        feed,
        client,
        checks: {
          oracleOf: () => undefined,
          isGenuine: () => true,
          quoteSpotOf: () => undefined,
        },
        account: account.address,
        digest,
        withChain: true,
        referrer,
        canSign: true,
        now: seconds(),
      }),
    async fill(digest: string, count: bigint, referrer: Address = zeroAddress) {
      const wanted = contracts(count);
      return rest(await fills.start({ digest, account: account.address, wanted, referrer }));
    },
    allowance: (token: Address, spender: Address) =>
      devnet.client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [account.address, spender],
      }),
  };
}
