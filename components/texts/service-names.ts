import { i18n } from '#i18n';
import { BASE_SERVICES } from '../../shared/messages/default-services.ts';

/** Returns a feed's name; only the protocol's own feed has a name besides its host. */
export function feedName(host: string): string {
  const isOfProtocol = BASE_SERVICES.ordersUrls.some((url) => new URL(url).host === host);
  return i18n.t(isOfProtocol ? 'services.thetanutsFeed' : 'services.yourFeed');
}
