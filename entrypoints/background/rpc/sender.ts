import type { Requester } from '../../../shared/approvals/types.ts';
import { PAGE_PORT } from '../../../shared/messages/port-names.ts';
import type { RuntimePort } from '../platform/ports.ts';

/**
 * Returns the requester, read once from the port's sender and never from the message. `undefined` for
 * everything but web origins: opaque origins ("null") and all `file://` pages share one name, so that
 * a permission for one of them would be one for all.
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
    // Firefox names no documents; the bridge's nonce tells them apart as well.
    documentId: sender.documentId ?? port.name.slice(PAGE_PORT.length),
  };
}

function originOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  // A blank window that a site opened has no origin of its own: the asking one says it all.
  return origin === 'null' ? undefined : origin;
}

/** Tells documents apart, also where the browser names none. */
export function documentKeyOf(requester: Requester): string {
  return requester.documentId ?? requester.origin;
}
