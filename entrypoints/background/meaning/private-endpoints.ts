import { i18n } from '#i18n';
import { isPrivateHost } from '../../../shared/private-hosts.ts';

/** What the user has to acknowledge before the wallet talks to a machine of the own network. */
export function privateEndpointDanger(urls: readonly string[]): string | undefined {
  const hosts = urls.map((url) => new URL(url).hostname).filter(isPrivateHost);
  return hosts.length === 0
    ? undefined
    : i18n.t('approving.iKnowTheMachineIt', { hosts: [...new Set(hosts)].join(', ') });
}
