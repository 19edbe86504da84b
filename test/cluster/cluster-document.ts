/** The hosts' document with the settings that the cluster of the tests uses, too. */
export const CLUSTER_DOCUMENT = new URL('../../server/hosting/cluster.md', import.meta.url);
