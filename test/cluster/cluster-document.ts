/** The document for hosts, with the settings that the tests' cluster uses too. */
export const CLUSTER_DOCUMENT = new URL('../../server/hosting/cluster.md', import.meta.url);
