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
  ])('returns undefined for an origin that isn’t http or https: %j', (origin) => {
    expect(from(origin, 'file:///home/user/page.html')).toBeUndefined();
  });

  it('returns the top page’s origin when it differs from the frame’s origin', () => {
    expect(from('https://frame.example', 'https://top.example/x')).toMatchObject({
      topOrigin: 'https://top.example',
    });
  });

  const inBlank = (frameId: number, top?: string) =>
    requesterOf(
      fakePagePort({
        origin: 'https://frame.example',
        documentId: 'doc',
        tabUrl: 'about:blank',
        frameId,
        ...(top === undefined ? {} : { top }),
      }).port,
    );

  it('returns the opener’s origin as the top origin of frames in a blank window', () => {
    expect(inBlank(3, 'https://opener.example')).toMatchObject({
      topOrigin: 'https://opener.example',
      documentId: 'doc',
    });
    expect(inBlank(0)).not.toHaveProperty('topOrigin');
    expect(inBlank(3, 'https://frame.example')).not.toHaveProperty('topOrigin');
  });

  it.each([undefined, 'null', 'file://', 'https://'])(
    'reports that the top page has no site when a frame of a blank window names %j as its top origin',
    (top) => {
      expect(inBlank(3, top)).toMatchObject({ topOrigin: 'null' });
    },
  );

  it('ignores the top origin that a frame names when the tab’s address has an origin', () => {
    const { port } = fakePagePort({
      origin: 'https://frame.example',
      documentId: 'doc',
      tabUrl: 'https://top.example/x',
      frameId: 3,
      top: 'https://other.example',
    });
    expect(requesterOf(port)).toMatchObject({ topOrigin: 'https://top.example' });
  });
});
