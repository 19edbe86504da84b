import { expect, it } from 'vitest';
import type { Fetch } from '../../../shared/ports.ts';
import { chainPositions } from '../helpers/chain-positions.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const OPTION = `0x${'1'.repeat(40)}` as const;
const ACCOUNT = `0x${'2'.repeat(40)}`;

it.each<[string, Fetch]>([
  ["doesn't respond", () => Promise.reject(new Error('offline'))],
  ["doesn't know the option", async () => new Response('{}', { status: 404 })],
])(
  'learning an option fails with an error about the indexer while the indexer %s',
  async (_, fetch) => {
    const indexer = { url: 'https://indexer.example', fetch };
    const account = () => ACCOUNT;
    const { positions } = await chainPositions({
      areas: memoryAreas(),
      urls: [],
      account,
      indexer,
    });
    await expect(positions.learn(OPTION, 'buyer', ACCOUNT)).rejects.toThrow(/indexer/i);
  },
);
