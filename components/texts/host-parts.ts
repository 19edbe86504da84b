import { registrableDomain } from '../../shared/site-of.ts';

/** A host of up to this many characters is emphasized as a whole. */
const SHORT = 24;

/** An origin in three parts. The middle part is emphasized. */
export interface HostParts {
  readonly before: string;
  readonly main: string;
  readonly after: string;
}

/**
 * Splits an origin for emphasis on the part that identifies the owner: a short host as a whole,
 * otherwise the registrable domain.
 */
export function hostParts(origin: string): HostParts {
  if (!URL.canParse(origin)) return { before: '', main: origin, after: '' };
  const { hostname } = new URL(origin);
  const start = origin.indexOf(hostname);
  if (hostname === '' || start < 0) return { before: '', main: origin, after: '' };
  const found = hostname.lastIndexOf(registrableDomain(hostname));
  const skipped = hostname.length <= SHORT ? 0 : Math.max(found, 0);
  const end = start + hostname.length;
  return {
    before: origin.slice(0, start + skipped),
    main: origin.slice(start + skipped, end),
    after: origin.slice(end),
  };
}
