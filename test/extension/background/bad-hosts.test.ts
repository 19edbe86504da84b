import { describe, expect, it } from 'vitest';
import { checkHosts, createOutgoing } from '../../../entrypoints/background/kernel/outgoing.ts';
import { hostFetch } from '../../../entrypoints/background/platform/host-fetch.ts';

const BAD = 'https://*.evil.test/rpc';
const GOOD = 'https://node.example/rpc';

describe('an address whose host holds a wildcard', () => {
  it('doesn’t fetch an address with a wildcard host', async () => {
    const asked: string[] = [];
    const fetch = hostFetch(async (url) => {
      asked.push(url);
      return new Response('{}');
    });
    await expect(fetch(BAD)).rejects.toThrow(TypeError);
    await fetch(GOOD);
    expect(asked).toEqual([GOOD]);
  });

  it('doesn’t create a browser rule for a wildcard host', async () => {
    const rules: (readonly string[])[] = [];
    const outgoing = createOutgoing({
      setRules: async (origins) => {
        rules.push(origins);
      },
    });
    await outgoing.set('networks', [BAD, GOOD, 'wss://*/', 'https://*']);
    await outgoing.begin();
    expect(rules).toEqual([['https://node.example']]);
  });

  it('rejects a wildcard host in the settings, but accepts an empty address', () => {
    expect(() => checkHosts([GOOD, BAD])).toThrow();
    expect(() => checkHosts([GOOD, ''])).not.toThrow();
  });
});
