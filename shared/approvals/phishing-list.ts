/** The list that comes with the wallet: the npm package `eth-phishing-detect`, and its release's date. */
export const BUNDLED_PHISHING_LIST = { version: '1.2.0', date: '2024-12-09' } as const;

/** Where the same list is kept up to date; asked only when the user wants it. */
export const PHISHING_LIST_URL =
  'https://raw.githubusercontent.com/MetaMask/eth-phishing-detect/main/src/config.json';
