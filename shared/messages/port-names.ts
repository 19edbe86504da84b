/** Names of the worker's runtime ports, and of the data that it leaves for its pages. */

/**
 * A page's bridge, followed by a nonce of its document, which the page can't choose, and in a frame
 * by a space and the browser's name of the top page's origin.
 */
export const PAGE_PORT = 'page:';
/** The wallet's own pages. */
export const UI_PORT = 'ui';
/** A ceremony page, followed by the ceremony's id. */
export const CEREMONY_PORT = 'ceremony:';

/** Key of `storage.session`: a locked wallet's snapshot, with its version. */
export const LOCK_SCREEN = 'lock-screen';
