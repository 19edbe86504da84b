import { hasCode } from '../../../../shared/errors.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { OriginProbe } from '../record/keys.ts';
import type { VaultClient } from './client.ts';

/**
 * Checks whether the rule that sets the Origin header works, once per start of the browser and after
 * each change of address: without it the server refuses everything, and the user never sees the
 * reason. A server that doesn't answer proves nothing.
 */
export function createOriginProbe(deps: {
  client: Pick<VaultClient, 'config' | 'baseUrl'>;
  /** Kept until the browser ends, so that a restarted worker does not ask again. */
  seen: Stored<OriginProbe>;
  onChange: () => void;
}) {
  let isDenied = false;

  return {
    /** Present while the browser doesn't apply the rule. */
    problem: (): WarningCode | undefined => (isDenied ? 'addressDenied' : undefined),

    async run(): Promise<void> {
      const vaultUrl = deps.client.baseUrl();
      const seen = await deps.seen.read();
      if (seen?.vaultUrl === vaultUrl) return;
      let denied = false;
      try {
        await deps.client.config();
      } catch (error) {
        if (!hasCode(error, 'ORIGIN_DENIED')) return;
        denied = true;
      }
      isDenied = denied;
      // A refusal is tried again by every worker: it may have been mended.
      if (!denied) await deps.seen.write({ vaultUrl });
      deps.onChange();
    },
  };
}
