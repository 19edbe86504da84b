import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { MakerFacts } from '../../../shared/orders/unfillable.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Maximum reads at a time: a real feed needs dozens, a hostile feed could cause thousands. */
const MAX_READS = 4_000;

type Read =
  | { readonly kind: 'filled'; readonly book: Address; readonly nonce: bigint }
  | { readonly kind: 'cutoff'; readonly book: Address; readonly maker: Address }
  | { readonly kind: 'balance'; readonly token: Address; readonly maker: Address }
  | {
      readonly kind: 'allowance';
      readonly token: Address;
      readonly maker: Address;
      readonly book: Address;
    };

export type MakerReads = ReadonlyMap<string, bigint>;

/**
 * Reads budgets, cutoffs, balances and allowances of the makers of many orders, without reading
 * anything twice. Leaves out reads that revert. Rejects when the node doesn't respond.
 */
export async function readMakers(client: Rpc, entries: Iterable<FeedEntry>): Promise<MakerReads> {
  const reads = new Map<string, Read>();
  for (const entry of entries) {
    for (const read of readsOf(entry)) if (reads.size < MAX_READS) reads.set(keyOf(read), read);
  }
  const asked = [...reads];
  const answers = await multicall(client, { contracts: asked.map(([, read]) => callOf(read)) });
  return new Map(
    asked.flatMap(([key], i) => {
      const result = answers[i]?.result;
      return typeof result === 'bigint' ? [[key, result] as const] : [];
    }),
  );
}

/** Returns the facts about the maker of one order, as far as they were read. */
export function makerFactsOf(reads: MakerReads, entry: FeedEntry): MakerFacts {
  const [filled, cutoff, balance, allowance] = readsOf(entry).map((read) => reads.get(keyOf(read)));
  return { filled, cutoff, balance, allowance };
}

function readsOf({ order, nonce, optionBookAddress: book }: FeedEntry): Read[] {
  const { maker, collateral: token } = order;
  return [
    { kind: 'filled', book, nonce },
    { kind: 'cutoff', book, maker },
    { kind: 'balance', token, maker },
    { kind: 'allowance', token, maker, book },
  ];
}

function keyOf(read: Read): string {
  return Object.values(read).join(' ');
}

function callOf(read: Read) {
  switch (read.kind) {
    case 'filled':
      return {
        address: read.book,
        abi: optionBookAbi,
        functionName: 'amountFilled',
        args: [read.nonce],
      } as const;
    case 'cutoff':
      return {
        address: read.book,
        abi: optionBookAbi,
        functionName: 'makerCancellationCutoff',
        args: [read.maker],
      } as const;
    case 'balance':
      return {
        address: read.token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [read.maker],
      } as const;
    case 'allowance':
      return {
        address: read.token,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [read.maker, read.book],
      } as const;
  }
}
