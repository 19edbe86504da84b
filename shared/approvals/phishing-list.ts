/** The bundled list: the npm package `eth-phishing-detect`, and its release date. */
export const BUNDLED_PHISHING_LIST = { version: '1.2.0', date: '2024-12-09' } as const;

/** URL with updates of the list. Fetched only with the user's consent. */
export const PHISHING_LIST_URL =
  'https://raw.githubusercontent.com/MetaMask/eth-phishing-detect/main/src/config.json';
