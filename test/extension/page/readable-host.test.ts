import { describe, expect, it } from 'vitest';
import { readableHost } from '../../../components/ui/readable-host.ts';

describe('the host of a site that asks', () => {
  it('is told as it reads where it is written in punycode', () => {
    expect(readableHost('https://xn--bcher-kva.example')).toBe('bücher.example');
    expect(readableHost('https://app.xn--80ak6aa92e.com:8443')).toBe('app.аррӏе.com');
  });

  it('is told once where both are the same', () => {
    expect(readableHost('https://condor.example')).toBeUndefined();
    expect(readableHost('http://127.0.0.1:8788')).toBeUndefined();
  });

  it('is left as it is written when it is no punycode, or no host', () => {
    expect(readableHost('https://xn--0.example')).toBeUndefined();
    expect(readableHost('condor')).toBeUndefined();
  });
});
