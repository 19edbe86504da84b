import type { Requester } from '../../../shared/approvals/types.ts';
import { PAGE_PORT } from '../../../shared/messages/port-names.ts';
import type { RuntimePort } from '../platform/ports.ts';

/**
 * Returns the requester from the port's sender, never from the message. Returns `undefined` unless
 * the sender is a web origin: opaque origins ("null") and all `file://` pages share one name, so a
 * permission would apply to all of them.
 */
export function requesterOf(port: RuntimePort): Requester | undefined {
  const { sender } = port;
  const origin = sender?.origin;
  if (sender === undefined || origin === undefined || !isWebOrigin(origin)) return undefined;
  const [nonce = '', named] = port.name.slice(PAGE_PORT.length).split(' ');
  const topOrigin = sender.frameId === 0 ? origin : topOriginOf(sender, named);
  return {
    origin,
    own: false,
    ...(topOrigin === undefined || topOrigin === origin ? {} : { topOrigin }),
    ...(sender.tab?.id === undefined ? {} : { tabId: sender.tab.id }),
    // Firefox has no document ids, so the bridge's nonce identifies the document.
    documentId: sender.documentId ?? nonce,
  };
}

/**
 * Returns the origin of the top page; "null" for a frame whose top page isn't known.
 * @param named the origin that the frame's bridge reads. Used only if the tab's address has no
 * origin: a blank window has the origin of the site that opened it.
 */
function topOriginOf(
  { tab, frameId }: NonNullable<RuntimePort['sender']>,
  named: string | undefined,
): string | undefined {
  if (tab?.url !== undefined && URL.canParse(tab.url)) {
    const { origin } = new URL(tab.url);
    if (origin !== 'null') return origin;
  }
  if (named !== undefined && isWebOrigin(named) && URL.canParse(named))
    return new URL(named).origin;
  return tab === undefined || frameId === undefined ? undefined : 'null';
}

function isWebOrigin(origin: string): boolean {
  return /^https?:\/\/./.test(origin);
}

/** Returns a key that identifies a document, even in browsers without document ids. */
export function documentKeyOf(requester: Requester): string {
  return requester.documentId ?? requester.origin;
}
