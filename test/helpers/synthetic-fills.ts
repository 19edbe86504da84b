import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import { type EventText, hashOf, type Story } from './synthetic-chain.ts';

const BOOK = BOOK_R12.toLowerCase();
const USDC = '833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const ETH_FEED = '71041dddad3595f9ced3dccfbe3d1f4b0a16bb70';
const MAKER = `0x${'5e'.repeat(20)}`;
const REFERRER = '4e'.repeat(20);
const INITIALIZED = '0x2d27837a600426b91f8973e3ad37045eb3351b43769cbb4fb9ad1f9aaff1a484';
const FILLED = '0x0fee4799857c39adce81e92cca3ceec36011917cd675b91dad36d2be13e1fd2d';
const EXPIRED = '0xc549d3d80332dee29de8f13591cac9d525bb5fe89a6dd90f44f0f659c6133324';
const PAYOUT = '0x3a945388fe0a73ff7616714347533e2f1713377f609ad9e8b365949cbee1ff6e';

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const addressWord = (digits: string): string => digits.padStart(64, '0');
const addressTopic = (address: string): string => `0x${addressWord(address.slice(2))}`;

/** Implementation of a fill's option, as synthetic nodes return it for `getImplementation`. */
export const SYNTHETIC_IMPLEMENTATION = (
  IMPLEMENTATIONS.find(({ product, revision }) => product === 'PUT' && revision === 'r12')
    ?.address ?? ''
).toLowerCase();

export function syntheticOption(n: number, branch = 'a'): string {
  return `0x${hashOf(`option ${branch} ${n}`).slice(2, 42)}`;
}

export function syntheticUser(n: number): string {
  return `0x${hashOf(`user ${n}`).slice(2, 42)}`;
}

/**
 * Returns the events of one fill: an ETH put with strike 2000. Its size and premium depend on `n`.
 */
export function fillEvents(n: number, users: number, branch = 'a'): EventText[] {
  const option = syntheticOption(n, branch);
  const buyer = addressTopic(syntheticUser(n % users));
  const size = 1_000_000n + BigInt(n % 1_000);
  const head = [
    word(257),
    addressWord(USDC),
    addressWord(ETH_FEED),
    word(8 * 32),
    word(1_800_000_000),
    word(size),
    word(size * 2_000n),
    word(10 * 32),
    word(1),
    word(200_000_000_000n),
    word(0),
  ].join('');
  const filled = [
    addressWord(option.slice(2)),
    word(40_000_000n + BigInt(n % 777)),
    word(1_250_000n),
    addressWord(REFERRER),
    word(625_000n),
    word(1),
  ].join('');
  const maker = addressTopic(MAKER);
  return [
    { address: option, topics: [INITIALIZED, buyer, maker, addressTopic(BOOK)], data: `0x${head}` },
    { address: BOOK, topics: [FILLED, `0x${word(n)}`, buyer, maker], data: `0x${filled}` },
  ];
}

/**
 * Returns the `n`-th synthetic fill with this account as the buyer. `expiry` is in Unix seconds.
 */
export function fillFor(account: string, n: number, expiry = 1_800_000_000): EventText[] {
  const [own, user] = [account.toLowerCase().slice(2), syntheticUser(0).slice(2)];
  return fillEvents(n, 1).map(({ address, topics, data }) => ({
    address,
    topics: topics.map((topic) => topic.replace(user, own)),
    data: data.replace(word(1_800_000_000), word(expiry)),
  }));
}

/** Returns the settlement of a fill. Every third settlement pays the buyer. */
export function settlementEvents(n: number, users: number, branch = 'a'): EventText[] {
  const option = syntheticOption(n, branch);
  const own = addressTopic(option);
  const price = n % 3 === 0 ? 195_000_000_000n : 210_000_000_000n;
  const expired = { address: option, topics: [EXPIRED, own], data: `0x${word(price)}` };
  if (n % 3 !== 0) return [expired];
  const buyer = addressTopic(syntheticUser(n % users));
  return [
    expired,
    { address: option, topics: [PAYOUT, own, buyer], data: `0x${word(50_000_000n)}` },
  ];
}

/**
 * Returns a story with `perBlock` fills in every block. Each fill settles `settledAfter` blocks
 * later. The story ends after `total` fills.
 */
export function fillStory(input: {
  readonly perBlock: number;
  readonly settledAfter: number;
  readonly users: number;
  readonly total?: number;
  readonly branch?: string;
}): Story {
  const { perBlock, settledAfter, users, total = Number.POSITIVE_INFINITY, branch } = input;
  return (block) => {
    const firstOf = (at: number) => (at - 1) * perBlock;
    const numbers = (at: number) =>
      at < 1
        ? []
        : Array.from({ length: perBlock }, (_, i) => firstOf(at) + i).filter((n) => n < total);
    return [
      ...numbers(block).map((n) => fillEvents(n, users, branch)),
      ...numbers(block - settledAfter).map((n) => settlementEvents(n, users, branch)),
    ];
  };
}
