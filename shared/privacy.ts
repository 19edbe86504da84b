/** Recipients of data, in the order of the privacy policy. */
export const RECIPIENTS = [
  'vault',
  'nodes',
  'feed',
  'indexer',
  'phishing',
  'sites',
  'chain',
  'explorer',
  'passkey',
  'device',
] as const;
export type Recipient = (typeof RECIPIENTS)[number];
