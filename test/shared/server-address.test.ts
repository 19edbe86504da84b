import { describe, expect, it } from 'vitest';
import {
  isIpAddress,
  isPlainPath,
  localhostInstead,
  serverAddress,
} from '../../shared/server-address.ts';

describe('a server’s address', () => {
  it.each([
    ['localhost:8787', 'http://localhost:8787'],
    ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['[::1]:8787', 'http://[::1]:8787'],
    ['vault.example.com', 'https://vault.example.com'],
    [' https://vault.example.com/ ', 'https://vault.example.com'],
    ['https://vault.example.com//', 'https://vault.example.com'],
    ['HTTPS://Vault.Example.com', 'https://vault.example.com'],
    ['http://localhost:8787/v1/config', 'http://localhost:8787'],
    ['http://localhost:8787/health', 'http://localhost:8787'],
    ['https://example.com/condor/', 'https://example.com/condor'],
    ['https://example.com/condor/v1/config?x=1#y', 'https://example.com/condor'],
    ['https://example.com:8443/team-a/tenant', 'https://example.com:8443/team-a'],
    ['example.com/team-a/ext/v1/passkeys', 'https://example.com/team-a'],
    ['https://example.com/tenants/v1-team', 'https://example.com/tenants/v1-team'],
  ])('parses %s as %s', (typed, address) => {
    expect(serverAddress(typed)).toBe(address);
  });

  it.each(['', '   ', 'not an address', 'http://'])(
    'removes only the white space around %j',
    (typed) => {
      expect(serverAddress(typed)).toBe(typed.trim());
    },
  );

  it('doesn’t change an address that is already normalized', () => {
    for (const typed of ['localhost:8787', 'https://a.example/b/', 'x y'])
      expect(serverAddress(serverAddress(typed))).toBe(serverAddress(typed));
  });
});

it('accepts plain paths, and rejects patterns, spaces, empty segments and a missing slash at the start', () => {
  for (const path of ['', '/', '/team-a', '/team-a/', '/a/b.c~d_e', '/caf%C3%A9'])
    expect([path, isPlainPath(path)]).toEqual([path, true]);
  for (const path of ['/*', '/a|b', '/a^', '//', '/a//b', 'a', '/a b'])
    expect([path, isPlainPath(path)]).toEqual([path, false]);
});

describe('an address with the IP of this computer', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://localhost:8787'],
    ['http://[::1]:8787', 'http://localhost:8787'],
    ['http://127.0.0.1/condor', 'http://localhost/condor'],
  ])('replaces the IP address in %s with the name of this computer', (address, named) => {
    expect(localhostInstead(address)).toBe(named);
  });

  it.each(['http://localhost:8787', 'https://10.0.0.7', 'https://vault.example.com', 'x y'])(
    'returns undefined for %s, which doesn’t contain an IP address of this computer',
    (address) => {
      expect(localhostInstead(address)).toBeUndefined();
    },
  );
});

describe('a host', () => {
  it.each(['127.0.0.1', '10.0.0.7', '::1', '[2001:db8::1]'])(
    'recognizes the IP address %s',
    (host) => {
      expect(isIpAddress(host)).toBe(true);
    },
  );

  it.each(['localhost', 'vault.example.com', 'nas', '1password.example'])(
    'doesn’t treat the name %s as an IP address',
    (host) => {
      expect(isIpAddress(host)).toBe(false);
    },
  );
});
