/** A host of up to this many characters is shown in full emphasis. */
const SHORT = 24;

/** An origin in three parts; the middle one is emphasized. */
export interface HostParts {
  readonly before: string;
  readonly main: string;
  readonly after: string;
}

/**
 * Emphasizes the part of an origin that identifies its owner: a short host as a whole, otherwise
 * its last two labels, or three where the last two look like a shared suffix ("co.uk"). Without a
 * list of public suffixes this only guides the eye and decides nothing.
 */
export function hostParts(origin: string): HostParts {
  if (!URL.canParse(origin)) return { before: '', main: origin, after: '' };
  const { hostname } = new URL(origin);
  const start = origin.indexOf(hostname);
  if (hostname === '' || start < 0) return { before: '', main: origin, after: '' };
  const ending = /(?:[^.]+\.[^.]{1,3}\.[a-z]{2}|[^.]+\.[^.]+)\.?$/.exec(hostname);
  const skipped = hostname.length <= SHORT ? 0 : (ending?.index ?? 0);
  const end = start + hostname.length;
  return {
    before: origin.slice(0, start + skipped),
    main: origin.slice(start + skipped, end),
    after: origin.slice(end),
  };
}
