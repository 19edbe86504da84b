import { type Hex, isHex, type LocalAccount, maxUint256, parseEther } from 'viem';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { optionAbi, optionFactoryAbi } from './abi/full.ts';
import { tokenNamed } from './build-order.ts';
import type { Devnet } from './devnet.ts';
import { approve, sendFrom } from './fill.ts';
import { factoryCall } from './rfq-call.ts';
import { type Conduct, type MadeOffer, makeOffer } from './rfq-conduct.ts';
import { rfqPrice } from './rfq-price.ts';

const POLL_MS = 300;
/** Maximum number of requests that are followed at a time; older requests are dropped. */
const MAX_FOLLOWED = 20;
const MAX_BLOCKS_PER_READ = 1000n;
const REVEAL_SECONDS = 60;
/** Fraction by which each maker's offer is worse than the previous maker's offer. */
const STEP = 0.01;
const TOKENS = ['USDC', 'WETH', 'cbBTC', 'aBasUSDC', 'aBasWETH'] as const;

interface Answering {
  /** Offers per request, each by another account: 0 (no answer) to 3. */
  readonly offers: number;
  /** Milliseconds from a request to its offers. */
  readonly delayMs: number;
  /** Distance of the best offer from the model's value, as a fraction. */
  readonly spread: number;
  /** Conduct of each maker, the best offer first. Makers without an entry are honest. */
  readonly conduct: readonly Conduct[];
}

const USUAL: Answering = { offers: 2, delayMs: 1_500, spread: 0.02, conduct: [] };

export interface RfqMakerOptions extends Partial<Answering> {
  readonly devnet: Devnet;
  /** Called when a request couldn't be followed. The other requests are still followed. */
  readonly onProblem?: (sentence: string) => void;
}

export interface RfqMaker {
  /** Changes the answers to later requests. */
  answer(change: Partial<Answering>): Promise<void>;
  stop(): Promise<void>;
}

interface Bid {
  readonly maker: LocalAccount;
  readonly conduct: Conduct;
  readonly made: MadeOffer;
  isRevealed: boolean;
}

interface Followed {
  readonly id: bigint;
  readonly requesterKey: string;
  readonly reserve: bigint;
  readonly answering: Answering;
  readonly answerAt: number;
  /** Undefined until the offers are made. */
  bids?: Bid[];
}

type Params = Awaited<ReturnType<typeof readQuotation>>['params'];

async function readQuotation({ client }: Devnet, id: bigint) {
  const [params, state] = await client.readContract({
    address: FACTORY_R12,
    abi: optionFactoryAbi,
    functionName: 'quotations',
    args: [id],
  });
  return { params, state };
}

async function equip(devnet: Devnet): Promise<void> {
  for (const maker of devnet.accounts.rfqMakers) {
    await devnet.fund(maker.address, {
      usdc: 100_000_000_000000n,
      weth: parseEther('50000'),
      cbbtc: 1_000_00000000n,
      abasusdc: 100_000_000_000000n,
      abasweth: parseEther('50000'),
    });
    for (const symbol of TOKENS)
      await approve(devnet, maker, {
        token: tokenNamed(symbol).address,
        amount: maxUint256,
        spender: FACTORY_R12,
      });
  }
}

/**
 * Starts makers that answer requests for quotation of the r12 factory. The makers send sealed
 * offers at the model's price, reveal their offers when the time for offers has ended, and settle
 * when they win. Each offer takes at most three transactions and one settlement.
 */
export async function startRfqMaker(options: RfqMakerOptions): Promise<RfqMaker> {
  const { devnet, onProblem = (sentence: string) => console.error(sentence), ...change } = options;
  const { client } = devnet;
  const makers = devnet.accounts.rfqMakers;
  let answering: Answering = { ...USUAL, ...change };
  await equip(devnet);
  let nextBlock = (await client.getBlockNumber()) + 1n;
  let followed: Followed[] = [];

  const send = (maker: LocalAccount, data: Hex) =>
    sendFrom(devnet, maker, { to: FACTORY_R12, data });

  async function readRequests(): Promise<void> {
    const head = await client.getBlockNumber();
    // After a reset, the chain starts again with lower block numbers.
    if (head + 1n < nextBlock) nextBlock = head + 1n;
    if (head < nextBlock) return;
    const toBlock = head - nextBlock > MAX_BLOCKS_PER_READ ? nextBlock + MAX_BLOCKS_PER_READ : head;
    const logs = await client.getContractEvents({
      address: FACTORY_R12,
      abi: optionFactoryAbi,
      eventName: 'QuotationRequested',
      fromBlock: nextBlock,
      toBlock,
      strict: true,
    });
    nextBlock = toBlock + 1n;
    for (const { args } of logs)
      followed.push({
        id: args.quotationId,
        requesterKey: args.requesterPublicKey,
        reserve: args.reservePrice,
        answering,
        answerAt: performance.now() + answering.delayMs,
      });
    followed = followed.slice(-MAX_FOLLOWED);
  }

  /** Returns the makers that don't hold the opposite side of the request's option. */
  async function candidates({ existingOptionAddress: address }: Params): Promise<LocalAccount[]> {
    if (BigInt(address) === 0n) return [...makers];
    const holders = await Promise.all(
      (['buyer', 'seller'] as const).map((functionName) =>
        client.readContract({ address, abi: optionAbi, functionName }),
      ),
    );
    return makers.filter(({ address: own }) => !holders.includes(own));
  }

  async function offer(request: Followed, params: Params, now: number): Promise<Bid[]> {
    const { id, reserve, requesterKey, answering: how } = request;
    if (!isHex(requesterKey)) return [];
    const bids: Bid[] = [];
    for (const [n, maker] of (await candidates(params)).slice(0, how.offers).entries()) {
      const conduct = how.conduct[n] ?? 'honest';
      const amount = await rfqPrice(devnet, params, { now, spread: how.spread + n * STEP });
      if (amount === undefined) break;
      const isRequestingLong = params.isRequestingLongPosition;
      const isOutside = isRequestingLong ? amount > reserve : amount < reserve;
      if (isOutside && conduct === 'honest') continue;
      const stranger = devnet.accounts.referrer;
      const made = await makeOffer(devnet, {
        conduct,
        maker,
        quotationId: id,
        amount,
        reserve,
        isRequestingLong,
        requesterKey,
        stranger,
      });
      const { signature, signingKey, wire } = made;
      await send(maker, factoryCall('makeOfferForQuotation', [id, signature, signingKey, wire]));
      bids.push({ maker, conduct, made, isRevealed: false });
      if (conduct === 'withdrawn') await send(maker, factoryCall('cancelOfferForQuotation', [id]));
    }
    return bids;
  }

  /** Ignores a refused reveal, which is a normal end of an offer. */
  async function reveal(id: bigint, bid: Bid): Promise<void> {
    bid.isRevealed = true;
    if (bid.conduct === 'never revealed' || bid.conduct === 'withdrawn') return;
    const { amount, nonce } = bid.made;
    const data = factoryCall('revealOffer', [id, amount, nonce, bid.maker.address]);
    await send(bid.maker, data).catch(() => undefined);
  }

  /** Takes the next step of a request. Returns false when no step is left. */
  async function advance(request: Followed, now: number): Promise<boolean> {
    const { params, state } = await readQuotation(devnet, request.id);
    if (!state.isActive) return false;
    const offerEnd = Number(params.offerEndTimestamp);
    if (request.bids === undefined) {
      if (now > offerEnd) return false;
      if (performance.now() < request.answerAt) return true;
      // The state changes before the answer, so that a failed answer isn't repeated.
      request.bids = [];
      request.bids = await offer(request, params, now);
      return request.bids.length > 0;
    }
    const revealEnd = offerEnd + REVEAL_SECONDS;
    const due = request.bids.filter(
      ({ isRevealed, conduct }) => !isRevealed && now > (conduct === 'late' ? revealEnd : offerEnd),
    );
    for (const bid of due) await reveal(request.id, bid);
    if (now <= revealEnd) return true;
    const won = request.bids.find(({ maker }) => maker.address === state.currentWinner);
    if (won !== undefined) await send(won.maker, factoryCall('settleQuotation', [request.id]));
    return false;
  }

  async function round(): Promise<void> {
    await readRequests();
    if (followed.length === 0) return;
    // The newest block may be old, and the next transaction runs in the pending block.
    const { timestamp } = await client.getBlock({ blockTag: 'pending' });
    const open: Followed[] = [];
    for (const request of followed) {
      const goesOn = await advance(request, Number(timestamp)).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
        onProblem(`rfq maker: request ${request.id}: ${reason}`);
        return false;
      });
      if (goesOn) open.push(request);
    }
    followed = open;
  }

  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Runs one round at a time. After a failed round, the next round reads the chain again. */
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch(() => undefined);
    return last;
  };
  const next = () => {
    if (isStopped) return;
    timer = setTimeout(() => void inTurn(round).then(next), POLL_MS);
  };
  next();
  return {
    answer: async (later) => {
      await inTurn(readRequests);
      answering = { ...answering, ...later };
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}
