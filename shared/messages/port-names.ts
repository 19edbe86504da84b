/** Names of the runtime ports that the worker serves. */

/** A page's bridge; a nonce of its document stands behind it, which the page cannot choose. */
export const PAGE_PORT = 'page:';
/** The wallet's own pages. */
export const UI_PORT = 'ui';
/** A ceremony page; the ceremony's id stands behind it. */
export const CEREMONY_PORT = 'ceremony:';
