import { describe, expect, it } from 'vitest';
import { requesterOf } from '../../../entrypoints/background/rpc/sender.ts';
import { fakePagePort } from '../helpers/fake-port.ts';

const from = (origin: string, tabUrl?: string) =>
  requesterOf(
    fakePagePort({ origin, documentId: 'doc', ...(tabUrl === undefined ? {} : { tabUrl }) }).port,
  );

describe('requesterOf', () => {
  it('returns the origin of a web page', () => {
    for (const origin of ['https://dapp.example', 'http://localhost:3000']) {
      expect(from(origin)).toMatchObject({ origin, documentId: 'doc', own: false });
    }
  });

  it.each([
    'null',
    '',
    'file://',
    'file:///home/user/page.html',
    'chrome-extension://abc',
    'data:',
  ])('returns undefined for the origin %j, which no single site owns', (origin) => {
    expect(from(origin, 'file:///home/user/page.html')).toBeUndefined();
  });

  it("names the top page's origin where it differs", () => {
    expect(from('https://frame.example', 'https://top.example/x')).toMatchObject({
      topOrigin: 'https://top.example',
    });
  });
});
