import { i18n } from '#i18n';

/**
 * Names and ranges of machines that the public internet cannot reach (RFC 1918, 4193, 6598, 6761,
 * 6762), and forms that stand for such addresses in IPv6.
 */
const PRIVATE =
  /^((?:.*\.)?(?:localhost|local|internal)$|0\.|\[::\]$|\[::ffff:|\[64:ff9b:|127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[::1\]|\[f[cd]|\[fe80)/i;

/** What the user has to acknowledge before the wallet talks to a machine of the own network. */
export function privateEndpointDanger(urls: readonly string[]): string | undefined {
  const hosts = urls
    .map((url) => new URL(url).hostname.replace(/\.$/, ''))
    .filter((host) => PRIVATE.test(host));
  return hosts.length === 0
    ? undefined
    : i18n.t('approving.iKnowTheMachineIt', { hosts: [...new Set(hosts)].join(', ') });
}
