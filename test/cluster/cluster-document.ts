/** The document for hosts. The tests' cluster uses the settings in the document. */
export const CLUSTER_DOCUMENT = new URL('../../server/hosting/cluster.md', import.meta.url);
