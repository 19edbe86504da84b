/**
 * Identity of the extension in development. `DEVELOPMENT_EXTENSION_KEY` fixes the Chromium id, so
 * that the vault service can name the extension's origin before it is installed.
 */
export const DEVELOPMENT_EXTENSION_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAhOTGFKi3v2/FedydemexomIrVr9ompB30S5HEeCQgBMpcmeppzc0g7mzZvOh5875pJb0qvk6gA9xIGKMtiNY3m4lNG32CaT2/jOqTzxHLo/RBos01tCRtxunH9nUwnUi3L0wFCdTiGa+77na2vT3ME/F8hq6mAd4ZA6dZakC3nZR5AdPwNcvNlpl3APOC8k6HVS2IXwAOA1hQhd22BQJN9KealNlI2l4/wrc6tOGOgjluF/aNN3mDeiqzU/VpgpVLPTd7gllyA8vRTOd2WOPoK89W4knoqz3oktJQsqiqd5FKg4c3YDF3QefqYGGY1kB14CQP08i2M8ynAQyxiOAlwIDAQAB';

/** The id that Chromium derives from the key: SHA-256, first 32 hex digits mapped to a-p. */
export const DEVELOPMENT_EXTENSION_ID = 'hkbfjpdpkkponfnmomohhjcjkeelgmki';

export const GECKO_ID = 'wallet@condor-wallet.github.io';

/** The origin that Firefox writes into passkey data: SHA-256 of the id, hex digits mapped to a-p. */
export const GECKO_WEBAUTHN_ORIGIN =
  'moz-extension://llmohdpidcjhginchgmiodkolaogedlicponlpcheddfgdapalfpofmcbilllcpo';
