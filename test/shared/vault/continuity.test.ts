import { describe, expect, it } from 'vitest';
import {
  containsNewest,
  type Epoch,
  epochMark,
  firstEpoch,
  joinedEpochs,
  withNewEpoch,
} from '../../../shared/vault/continuity.ts';
import { MAX_EPOCHS } from '../../../shared/vault/payload.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

const random = createFakeRandom('continuity');

function epochsAfter(removals: number): readonly Epoch[] {
  let epochs: readonly Epoch[] = [firstEpoch(random)];
  for (let i = 0; i < removals; i++) epochs = withNewEpoch(epochs, random);
  return epochs;
}

const numbers = (epochs: readonly Epoch[]) => epochs.map(({ epoch }) => epoch);

describe('a new epoch', () => {
  it('a new epoch comes first and has its own secret', () => {
    const epochs = epochsAfter(2);
    expect(numbers(epochs)).toEqual([3, 2, 1]);
    expect(new Set(epochs.map(epochMark)).size).toBe(3);
  });

  it('keeps only the eight newest epochs', () => {
    expect(numbers(epochsAfter(9))).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it('recognizes a new epoch on a device that was away for seven removals, but not for eight', () => {
    const before = epochsAfter(1);
    let later = before;
    for (let i = 0; i < 7; i++) later = withNewEpoch(later, random);
    expect(containsNewest(later, before)).toBe(true);
    expect(containsNewest(withNewEpoch(later, random), before)).toBe(false);
  });

  it('adds a new epoch with the highest number even if an epoch already has that number', () => {
    const greedy = [{ epoch: Number.MAX_SAFE_INTEGER, secret: random.bytes(32) }];
    expect(numbers(withNewEpoch(greedy, random))).toEqual([
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ]);
  });
});

describe('the epochs of two branches', () => {
  it('keeps the newest epochs of both branches, whatever length and numbers either list has', () => {
    const own = epochsAfter(3);
    const greedy = Array.from({ length: MAX_EPOCHS }, () => ({
      epoch: Number.MAX_SAFE_INTEGER,
      secret: random.bytes(32),
    }));
    for (const [first, second] of [
      [own, greedy],
      [greedy, own],
    ] as const) {
      const joined = withNewEpoch(joinedEpochs(first, second), random);
      expect(joined).toHaveLength(MAX_EPOCHS);
      expect(containsNewest(joined, own)).toBe(true);
      expect(containsNewest(joined, greedy)).toBe(true);
    }
  });

  it('keeps only one copy of an epoch that both vaults contain', () => {
    const before = epochsAfter(1);
    const [own, other] = [withNewEpoch(before, random), withNewEpoch(before, random)];
    expect(numbers(joinedEpochs(own, other))).toEqual([3, 3, 2, 1]);
  });
});

it('recognizes an epoch only by its number and its secret together', () => {
  const [epoch] = epochsAfter(0);
  if (epoch === undefined) throw new Error('a vault has an epoch');
  expect(containsNewest([epoch], [epoch])).toBe(true);
  expect(containsNewest([{ ...epoch, epoch: 2 }], [epoch])).toBe(false);
  expect(containsNewest([{ ...epoch, secret: random.bytes(32) }], [epoch])).toBe(false);
  expect(containsNewest([epoch], [])).toBe(false);
});
