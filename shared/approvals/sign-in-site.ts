/** The word before a sign-in phrase, `[scheme://]host[:port]`. */
const NAMED = /(\S+)\s+wants\P{L}+you\P{L}+to\P{L}+sign\P{L}+in\b/giu;
const PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i;
const QUOTES = /^["'“”„«»(<[]+(?!:)|["'“”„«»)>]+$/gu;
/** A dot inside it, a port, an IPv6 address, or localhost; everything else is only a name. */
const HOST_LIKE = /[^.]\.[^.]|:\d|^\[|^localhost$/i;

export type SiteMatch = 'same' | 'parentSite' | 'otherSite' | 'noSite';

/**
 * Compares the sites in a sign-in message with the requesting one. Another site is `otherSite`, a
 * parent domain of the requesting site `parentSite`, a message without a site `noSite`.
 */
export function matchSites(text: string, origin: string): SiteMatch {
  const found = [...text.matchAll(NAMED)].map(([, named = '']) => matchSite(named, origin));
  const order: readonly SiteMatch[] = ['otherSite', 'parentSite', 'same'];
  return order.find((match) => found.includes(match)) ?? 'noSite';
}

function matchSite(named: string, origin: string): SiteMatch {
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
