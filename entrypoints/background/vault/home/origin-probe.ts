import { hasCode } from '../../../../shared/errors.ts';
import type { WarningCode } from '../../../../shared/messages/snapshot.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { OriginProbe } from '../record/keys.ts';
import type { VaultClient } from './client.ts';

/**
 * Checks whether the rule for the Origin header works, once per browser start and after each change
 * of address. Without the rule, the server refuses every request, and the user wouldn't know why. A
 * server that doesn't respond proves nothing.
 */
export function createOriginProbe(deps: {
  client: Pick<VaultClient, 'config' | 'baseUrl'>;
  /** Stored until the browser ends, so that a restarted worker doesn't check again. */
  seen: Stored<OriginProbe>;
  onChange: () => void;
}) {
  let isDenied = false;

  return {
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
      // After a refusal, every worker checks again, because the problem may be fixed.
      if (!denied) await deps.seen.write({ vaultUrl });
      deps.onChange();
    },
  };
}
