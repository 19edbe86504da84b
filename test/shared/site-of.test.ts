import { describe, expect, it } from 'vitest';
import { siteOf } from '../../shared/site-of.ts';

describe('siteOf', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['https://a.b.example.com:8443', 'example.com'],
    ['http://EXAMPLE.com.', 'example.com'],
    ['https://s1.ab.io', 'ab.io'],
    ['https://app.example.co.uk', 'example.co.uk'],
    ['https://a.b.example.com.au', 'example.com.au'],
    ['https://co.uk', 'co.uk'],
    ['https://one.github.io', 'one.github.io'],
    ['https://x.one.vercel.app', 'one.vercel.app'],
    ['https://x.one.up.railway.app', 'one.up.railway.app'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
    ['http://[::1]:8080', '[::1]'],
    ['null', 'null'],
  ])('reads %s as the site %s', (origin, site) => {
    expect(siteOf(origin)).toBe(site);
  });
});
