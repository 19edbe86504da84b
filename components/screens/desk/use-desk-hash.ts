import { useEffect, useRef } from 'react';

/** A part of the desk that a notification or another page links to. */
export type DeskHash =
  | { readonly kind: 'alerts' }
  | { readonly kind: 'alert'; readonly id: string };

/** Returns the part of the desk that a hash names; undefined for any other hash. */
export function readDeskHash(hash: string): DeskHash | undefined {
  if (hash === '#alerts') return { kind: 'alerts' };
  const id = /^#alert-([0-9A-Za-z-]{1,40})$/.exec(hash)?.[1];
  return id === undefined ? undefined : { kind: 'alert', id };
}

/** Calls `onHash` with the hash in the page's address, at the start and after each change. */
export function useDeskHash(onHash: (hash: DeskHash) => void): void {
  const latest = useRef(onHash);
  useEffect(() => {
    latest.current = onHash;
  });
  useEffect(() => {
    const listening = new AbortController();
    const read = () => {
      const hash = readDeskHash(location.hash);
      if (hash === undefined) return;
      // Removes the hash, because the same notification can lead to this page again.
      history.replaceState(undefined, '', location.pathname);
      latest.current(hash);
    };
    read();
    addEventListener('hashchange', read, { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
