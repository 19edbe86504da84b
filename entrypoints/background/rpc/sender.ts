import type { Requester } from '../../../shared/approvals/types.ts';
import { PAGE_PORT } from '../../../shared/messages/port-names.ts';
import type { RuntimePort } from '../platform/ports.ts';

/**
 * Returns the requester from the port's sender, never from the message. `undefined` for everything
 * but web origins: opaque origins ("null") and all `file://` pages share one name, so a permission
 * for one would be one for all.
 */
export function requesterOf(port: RuntimePort): Requester | undefined {
  const { sender } = port;
  const origin = sender?.origin;
  if (sender === undefined || origin === undefined || !/^https?:\/\/./.test(origin)) {
    return undefined;
  }
  const topOrigin = originOf(sender.tab?.url);
  return {
    origin,
    own: false,
    ...(topOrigin === undefined || topOrigin === origin ? {} : { topOrigin }),
    ...(sender.tab?.id === undefined ? {} : { tabId: sender.tab.id }),
    // Firefox has no document ids; the bridge's nonce identifies documents as well.
    documentId: sender.documentId ?? port.name.slice(PAGE_PORT.length),
  };
}

function originOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  // A blank window that a site opened has no origin of its own; its opener's origin applies.
  return origin === 'null' ? undefined : origin;
}

/** Identifies documents, also in browsers without document ids. */
export function documentKeyOf(requester: Requester): string {
  return requester.documentId ?? requester.origin;
}
