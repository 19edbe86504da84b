import { expect, it } from 'vitest';
import { refusalOf } from '../../../../shared/chain/logs/node-refusal.ts';
import { isRight, reportCases } from '../../../helpers/report-cases.ts';

it.each(reportCases('refusal'))('classifies $name', ({ input, right }) => {
  const refusal = refusalOf('eth_getLogs', {
    code: Number(input.code),
    message: String(input.message),
  });
  expect(isRight(refusal, right), JSON.stringify(refusal)).toBe(true);
});

/** Limits of blocks, in the spellings of nodes. */
const RANGES = [
  ['block range exceeds 5K', 5000],
  ['Block range limit exceeded. Max: 10k blocks', 10_000],
  ['query exceeds max block range 1.5k', 1500],
  ['eth_getLogs is limited to 2k blocks', 2000],
  ['range over 1m blocks', 1_000_000],
  ['limited to a 10_000 range', 10_000],
  ['maximum allowed block range is 800', 800],
  ['eth_getLogs request limit of 500 blocks exceeded, max 500', 500],
] as const;

it.each(RANGES)('reads the number of blocks in "%s"', (message, limit) => {
  expect(refusalOf('eth_getLogs', { code: -32000, message })).toEqual({ kind: 'range', limit });
});

/** Limits of requests, in the spellings of nodes. */
const PACES = [
  'limited to 25/sec',
  'This plan is limited to 15 requests per second',
  'exceeded 25 RPS',
  'maximum 10 calls per minute',
  'request limit reached, max 50 req/s',
  'Your app has exceeded its compute units per second capacity',
  'over 100 requests/min',
  'daily request limit exceeded: 100000 per day',
  'too many request, try again later',
  'call rate limit exhausted',
];

it.each(PACES)('waits after "%s"', (message) => {
  for (const code of [-32000, -32005, -32603])
    expect(refusalOf('eth_getLogs', { code, message })).toEqual({ kind: 'busy' });
});

it.each(['max response size 10 MB', 'limit of 10000 results', 'exceeds 5 mb', 'over 10k logs'])(
  'takes no other number for one of blocks: "%s"',
  (message) => {
    expect(refusalOf('eth_getLogs', { code: -32005, message })).toEqual({ kind: 'range' });
  },
);
