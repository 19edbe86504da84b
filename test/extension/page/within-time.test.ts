import { describe, expect, it } from 'vitest';
import { withinTime } from '../../../components/screens/settings/within-time.ts';
import { addressProblem } from '../../../components/texts/service-defaults.ts';

const never = () => Promise.withResolvers<string>().promise;
const HOUR = 3_600_000;

describe('a check of services', () => {
  it('returns an answer that arrives in time, and rejects when the service’s promise rejects', async () => {
    const { signal } = new AbortController();
    expect(await withinTime(Promise.resolve('all well'), HOUR, signal)).toEqual({
      answer: 'all well',
    });
    await expect(withinTime(Promise.reject(new Error('away')), HOUR, signal)).rejects.toThrow(
      'away',
    );
  });

  it('gives up when the check takes too long', async () => {
    const { signal } = new AbortController();
    expect(await withinTime(never(), 1, signal)).toEqual({ givenUp: 'late' });
  });

  it('gives up when the check is cancelled, before it starts or while it runs', async () => {
    const cancel = new AbortController();
    const running = withinTime(never(), HOUR, cancel.signal);
    cancel.abort();
    expect(await running).toEqual({ givenUp: 'cancelled' });
    expect(await withinTime(never(), HOUR, cancel.signal)).toEqual({ givenUp: 'cancelled' });
  });
});

describe('the address of a service', () => {
  it.each([
    'https://user@feed.example',
    'https://user:word@feed.example',
    'https://:word@feed.example',
  ])('rejects a service address with credentials: %s', (address) => {
    expect(addressProblem(address)).toMatch(/^Remove the user name and password/);
  });

  it('accepts a service address without credentials', () => {
    expect(addressProblem('https://feed.example/orders')).toBeUndefined();
  });
});
