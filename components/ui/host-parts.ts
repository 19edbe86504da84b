/** A host of this many characters is read at a glance, and stands whole. */
const SHORT = 24;

/** An origin in three pieces that join to it: the one to be read stands in the middle. */
export interface HostParts {
  readonly before: string;
  readonly main: string;
  readonly after: string;
}

/**
 * The part of an origin that says whose it is: the whole host where it is short, otherwise its last
 * two labels, or three where the last two look like a shared ending ("co.uk"). There is no list of
 * public suffixes here, so this only guides the eye and decides nothing.
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
