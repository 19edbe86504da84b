import { type Address, isAddress } from 'viem';
import { isRecord } from '../../../shared/is-record.ts';
import { type Feed, parseFeed } from '../../../shared/orders/parse-feed.ts';

export interface DappConfig {
  readonly ordersUrl: string;
  readonly indexerUrl: string;
  readonly hasFaucet: boolean;
}

async function readJson(url: string, service: string): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(url, { cache: 'no-store' });
  } catch (cause) {
    throw new Error(`The ${service} does not answer. Nothing is lost; try again later.`, { cause });
  }
  if (!answer.ok)
    throw new Error(`The ${service} answered ${answer.status}. Nothing is lost; try again later.`);
  return answer.json();
}

export async function loadConfig(): Promise<DappConfig> {
  const config = await readJson('/config.json', "page's own server");
  if (
    !isRecord(config) ||
    typeof config.ordersUrl !== 'string' ||
    typeof config.indexerUrl !== 'string'
  )
    throw new Error("The page's own server gave no configuration.");
  return {
    ordersUrl: config.ordersUrl,
    indexerUrl: config.indexerUrl,
    hasFaucet: config.hasFaucet === true,
  };
}

export async function loadFeed({ ordersUrl }: DappConfig): Promise<Feed> {
  const feed = parseFeed(await readJson(`${ordersUrl}/`, 'orders service'));
  if (feed === undefined) throw new Error('The orders service answered something that is no feed.');
  return feed;
}

export interface OpenPosition {
  readonly address: Address;
  readonly side: 'bought' | 'sold';
  readonly underlyingAsset: string;
  readonly expiryTimestamp: number;
}

/** Returns an account's open positions; skips invalid rows. */
export async function loadPositions(
  { indexerUrl }: DappConfig,
  owner: Address,
): Promise<OpenPosition[]> {
  const url = `${indexerUrl}/api/v1/user/${owner}/positions`;
  const rows = await readJson(url, 'position indexer');
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    if (!isRecord(row) || typeof row.address !== 'string' || !isAddress(row.address)) return [];
    if (typeof row.buyer !== 'string' || typeof row.expiryTimestamp !== 'number') return [];
    const isBuyer = row.buyer.toLowerCase() === owner.toLowerCase();
    return [
      {
        address: row.address,
        side: isBuyer ? 'bought' : 'sold',
        underlyingAsset: String(row.underlyingAsset ?? 'unknown asset'),
        expiryTimestamp: row.expiryTimestamp,
      },
    ];
  });
}

/**
 * Asks the indexer to read the chain immediately. Ignores failures, because the indexer also reads
 * periodically.
 */
export async function askIndexer({ indexerUrl }: DappConfig): Promise<void> {
  await fetch(`${indexerUrl}/api/v1/update`, { method: 'POST' }).catch(() => undefined);
}

/** Asks the devnet's faucet for some of each token. */
export async function askFaucet(address: Address): Promise<void> {
  const answer = await fetch('/faucet', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  if (answer.status === 404)
    throw new Error('There is no faucet on this network; it works on a devnet only.');
  if (!answer.ok) throw new Error('The faucet could not help. Try again.');
}
