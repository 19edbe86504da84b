import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';

/**
 * Returns preferences of a Chromium profile whose user has granted the extension access to hosts,
 * because a headless browser can't show the prompt.
 * @param hosts match patterns, such as `https://example.com/*`
 * @param api optional permissions, such as `notifications`: a request is granted without a prompt
 */
export function grantedHosts(hosts: readonly string[], api: readonly string[] = []) {
  const granted = {
    api: [...api],
    explicit_host: [...hosts],
    manifest_permissions: [],
    scriptable_host: [],
  };
  return {
    extensions: {
      settings: { [DEVELOPMENT_EXTENSION_ID]: { runtime_granted_permissions: granted } },
    },
  };
}
