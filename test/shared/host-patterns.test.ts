import { describe, expect, it } from 'vitest';
import { hostPatterns } from '../../shared/host-patterns.ts';

describe('host permissions', () => {
  it('requests a permission once for each host of the server and of its passkeys, and for no other host', () => {
    expect(
      hostPatterns(['https://api.vault.example:8443/v1', 'vault.example', 'https://vault.example']),
    ).toEqual(['https://api.vault.example/*', 'https://vault.example/*']);
  });

  it.each(['http://localhost:8787', 'https://localhost:8787', 'localhost', 'http://127.0.0.1', ''])(
    'doesn’t request a permission for %j',
    (address) => {
      expect(hostPatterns([address])).toEqual([]);
    },
  );

  it.each(['*', '*.example', 'https://*.evil.test/rpc', 'https://evil.test*', 'a!b.example'])(
    'doesn’t request a permission for %j, which a browser may treat as several hosts',
    (address) => {
      expect(hostPatterns([address])).toEqual([]);
    },
  );
});
