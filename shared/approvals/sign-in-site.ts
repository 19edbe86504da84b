/** The phrase of a sign-in, without the site in front: `[scheme://]host[:port]`. */
const PHRASE = /(?<=\s)wants\P{L}+you\P{L}+to\P{L}+sign\P{L}+in\b/giu;
/** Maximum characters of a word that can name a site: a host has at most 253. */
const MAX_SITE = 512;
const PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i;
/** Quotation marks and brackets, except the bracket of an IPv6 address. */
const QUOTES = /^(?:["'“”„«»(<]|\[(?![\da-f]*:))+|["'“”„«»)>]+$/giu;
/** Matches text that looks like a host: an inner dot, a port, an IPv6 address or localhost. */
const HOST_LIKE = /[^.]\.[^.]|:\d|^\[|^localhost$/i;

export type SiteMatch = 'same' | 'parentSite' | 'otherSite' | 'noSite';

/**
 * Compares the sites that a sign-in message names with the requesting site. Returns `otherSite` for
 * another site, `parentSite` for a parent domain of the requesting site, `noSite` if the message
 * names no site.
 */
export function matchSites(text: string, origin: string): SiteMatch {
  const found = [...text.matchAll(PHRASE)].map(({ index }) =>
    matchSite(wordBefore(text, index), origin),
  );
  const order: readonly SiteMatch[] = ['otherSite', 'parentSite', 'same'];
  return order.find((match) => found.includes(match)) ?? 'noSite';
}

/**
 * Returns the last word before an index. Steps back in a loop, because a regular expression would
 * try every character as the start.
 */
function wordBefore(text: string, index: number): string {
  let end = index;
  while (end > 0 && isBlank(text[end - 1])) end -= 1;
  let start = end;
  while (start > 0 && !isBlank(text[start - 1])) start -= 1;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function matchSite(named: string, origin: string): SiteMatch {
  if (named === '') return 'noSite';
  if (named.length > MAX_SITE) return 'otherSite';
  const asking = new URL(origin);
  const [, scheme, name = ''] = PARTS.exec(named.replace(QUOTES, '')) ?? [];
  if (!HOST_LIKE.test(name) && name.toLowerCase() !== asking.host) return 'noSite';
  const protocol = scheme === undefined ? asking.protocol : `${scheme.toLowerCase()}:`;
  const url = URL.parse(`${protocol}//${name}`);
  if (url === null || protocol !== asking.protocol) return 'otherSite';
  if (url.username !== '' || url.password !== '') return 'otherSite';
  if (url.host === asking.host) return 'same';
  const isParent =
    url.port === asking.port &&
    url.hostname.includes('.') &&
    !/^[\d.]+$/.test(url.hostname) &&
    asking.hostname.endsWith(`.${url.hostname}`);
  return isParent ? 'parentSite' : 'otherSite';
}
