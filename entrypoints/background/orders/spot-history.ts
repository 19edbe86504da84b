import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import { PRICE_FEEDS } from '../../../shared/chain/deployments.ts';
import type { PricePoint } from '../../../shared/messages/market.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

const WEEK_SECONDS = 7 * 86_400;
/** Number of rounds to read: enough for a picture, and one call of the node. */
const POINTS = 120;
/** Number of steps back in the search for a round of a week ago: 1, 2, 4, … 32,768 rounds. */
const TRIES = 16;
/** A round's id is its aggregator's number shifted by 64 bits, plus the round's number. */
const NUMBER_BITS = 64;

/**
 * Returns an asset's prices of the last week, by time, from its price feed's rounds. The list is
 * shorter if the feed's aggregator was replaced, and empty for an asset without a price feed.
 * @throws RpcError when the node doesn't respond
 */
export async function readSpotHistory(rpc: Rpc, asset: string): Promise<readonly PricePoint[]> {
  const feed = PRICE_FEEDS.find((known) => known.asset === asset);
  if (feed === undefined) return [];
  const { address } = feed;
  const newest = await readContract(rpc, {
    address,
    abi: priceFeedAbi,
    functionName: 'latestRoundData',
  });
  const [roundId, , , now] = newest;
  const rounds = Number(BigInt.asUintN(NUMBER_BITS, roundId)) - 1;
  const read = (offsets: readonly number[]) =>
    multicall(rpc, {
      contracts: offsets.map((offset) => ({
        address,
        abi: priceFeedAbi,
        functionName: 'getRoundData' as const,
        args: [roundId - BigInt(offset)] as const,
      })),
    });

  const tried = Array.from({ length: TRIES }, (_, i) => 2 ** i).filter((one) => one <= rounds);
  const times = (await read(tried)).map(({ result }) => result?.[3] ?? 0n);
  const isWithin = (time: bigint) => time > 0n && now - time <= BigInt(WEEK_SECONDS);
  // Rounds come at irregular times, so the week can begin between two tried rounds.
  const reached = tried.findIndex((_, i) => !isWithin(times[i] ?? 0n));
  const last = reached < 0 ? Math.min(rounds, 2 ** (TRIES - 1)) : (tried[reached] ?? 0);
  const step = Math.max(1, Math.ceil(last / (POINTS - 1)));
  const offsets = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
  const answers = [newest, ...(await read(offsets.slice(1))).map(({ result }) => result)];
  const points = answers.flatMap((round) => {
    const [, answer = 0n, , time = 0n] = round ?? [];
    return answer > 0n && isWithin(time) && time <= now
      ? [{ at: Number(time), price: answer.toString() }]
      : [];
  });
  return points.sort((a, b) => a.at - b.at);
}
