import { DEVELOPMENT_EXTENSION_ID } from '../../shared/extension-id.ts';

/**
 * Returns preferences for a Chromium profile in which the extension has access to hosts. Tests need
 * them because a headless browser can't show the prompt.
 * @param hosts match patterns, such as `https://example.com/*`
 * @param api optional permissions, such as `notifications`, that are granted without a prompt
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
