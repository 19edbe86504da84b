/** Names of the worker's runtime ports, and of data that the worker stores for its pages. */

/**
 * Port of a page's bridge. The name continues with a nonce of the document, which the page can't
 * choose, and in a frame with a space and the top page's origin.
 */
export const PAGE_PORT = 'page:';
/** Port of the wallet's own pages. */
export const UI_PORT = 'ui';
/** Port of a ceremony page. The name continues with the ceremony's id. */
export const CEREMONY_PORT = 'ceremony:';

/** Key in `storage.session` of a locked wallet's snapshot. */
export const LOCK_SCREEN = 'lock-screen';
