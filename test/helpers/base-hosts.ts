import { defaultMarket } from '../../components/texts/service-defaults.ts';
import { type DeployedHosts, startDeployedHosts } from './deployed-hosts.ts';
import type { World } from './world.ts';

const DEFAULTS = defaultMarket('base');
const hostOf = (url: string) => new URL(url).host;

/** Hosts of the services that the published extension uses by default. */
export const FEED_HOST = hostOf(DEFAULTS.ordersUrls[0] ?? '');
export const INDEXER_HOST = hostOf(DEFAULTS.indexerUrl);
export const NODE_HOSTS = [...new Set(DEFAULTS.rpcUrls.map(hostOf))];

/** Serves a world's services under the host names that the published extension uses by default. */
export function startBaseHosts({ url, devnet }: World): Promise<DeployedHosts> {
  return startDeployedHosts({
    feed: { host: FEED_HOST, ordersUrl: `${url}/orders` },
    indexer: { host: INDEXER_HOST, indexerUrl: `${url}/indexer` },
    nodes: { hosts: NODE_HOSTS, nodeUrl: devnet.rpcUrl },
  });
}
