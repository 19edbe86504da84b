import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CODE_TIMEOUT_MS,
  createCodeReader,
} from '../../../entrypoints/background/chain/code-at.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const never = () => new Promise<never>(() => undefined);
const answering = (answer: () => unknown) => ({ request: async () => answer() });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the code at an address', () => {
  it.each([
    ['empty code', '0x', 'none'],
    ['a contract', '0x6001', 'contract'],
    ['an account with a contract’s code', `0xef0100${'ab'.repeat(20)}`, 'delegated'],
    ['code that only begins like a delegation', `0xef0100${'ab'.repeat(21)}`, 'contract'],
    ['null instead of code', null, undefined],
    ['half a byte', '0x6', undefined],
  ])('classifies the code in a node’s answer: %s', async (_, answer, expected) => {
    expect(await createCodeReader(answering(() => answer))(ADDRESS)).toBe(expected);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns undefined when the node refuses to return a code', async () => {
    const refusing = answering(() => {
      throw new TypeError('away');
    });
    expect(await createCodeReader(refusing)(ADDRESS)).toBeUndefined();
  });

  it('asks once for an address in different letter cases', async () => {
    const request = vi.fn(async () => '0x');
    const codeAt = createCodeReader({ request });
    expect(await Promise.all([codeAt(ADDRESS), codeAt(ADDRESS.toLowerCase())])).toEqual([
      'none',
      'none',
    ]);
    expect(request).toHaveBeenCalledTimes(1);
  });
});

describe('a node that never answers', () => {
  /** Starts a reader. `isOver` of the result becomes true when the reader gives up. */
  const watched = (others?: Promise<unknown>) => {
    const seen = { isOver: false };
    void createCodeReader(
      { request: never },
      others === undefined ? {} : { others },
    )(ADDRESS).then((code) => {
      expect(code).toBeUndefined();
      seen.isOver = true;
    });
    return seen;
  };

  it('the code reader stops waiting for a silent node after the code timeout', async () => {
    const seen = watched();
    await vi.advanceTimersByTimeAsync(CODE_TIMEOUT_MS - 1);
    expect(seen.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.isOver).toBe(true);
  });

  it('the code reader waits for a silent node until the other reads have failed', async () => {
    const others = new Promise((_, reject) => {
      setTimeout(() => reject(new TypeError('away')), CODE_TIMEOUT_MS * 2);
    });
    const seen = watched(others);
    await vi.advanceTimersByTimeAsync(CODE_TIMEOUT_MS * 2 - 1);
    expect(seen.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.isOver).toBe(true);
  });
});
