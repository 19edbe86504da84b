import { describe, expect, it } from 'vitest';
import { createRecentChecks } from '../../../entrypoints/background/orders/recent-checks.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

const FILL = '0xdigest 0xaccount 1';

function start() {
  const clock = createFakeClock();
  const checks = createRecentChecks<object>({ clock });
  const results: object[] = [];
  const check = async () => {
    const result = {};
    results.push(result);
    return result;
  };
  return { clock, checks, check, made: () => results.length };
}

describe('the checks of a recent review', () => {
  it('a fill after a review uses the check of the review, but only once', async () => {
    const { checks, check, made } = start();
    const reviewed = await checks.keep(FILL, check);
    expect(await checks.take(FILL, check)).toBe(reviewed);
    expect(await checks.take(FILL, check)).not.toBe(reviewed);
    expect(made()).toBe(2);
  });

  it('a fill that starts while the review’s check runs uses that check', async () => {
    const { checks, check } = start();
    const { promise, resolve } = Promise.withResolvers<object>();
    const kept = checks.keep(FILL, () => promise);
    const taken = checks.take(FILL, check);
    resolve({});
    expect(await taken).toBe(await kept);
  });

  it.each<[string, (world: ReturnType<typeof start>) => string]>([
    ['when its size differs from the reviewed size', () => `${FILL}0`],
    [
      'when the review’s check is more than ten seconds old',
      ({ clock }) => {
        clock.advance(10_001);
        return FILL;
      },
    ],
  ])('a fill runs a new check %s', async (_, fillAfter) => {
    const world = start();
    const reviewed = await world.checks.keep(FILL, world.check);
    expect(await world.checks.take(fillAfter(world), world.check)).not.toBe(reviewed);
  });

  it('a fill runs a new check when the review’s check failed', async () => {
    const { checks, check, made } = start();
    await checks.keep(FILL, () => Promise.reject(new Error('no node'))).catch(() => undefined);
    await checks.take(FILL, check);
    expect(made()).toBe(1);
  });
});
