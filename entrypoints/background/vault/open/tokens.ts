import { hasCode } from '../../../../shared/errors.ts';
import { homeOf, isOnDevice } from '../home/home.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { renewSession } from '../passkeys/log-in.ts';
import type { HeldVault } from './held.ts';
import type { VaultDeps } from './vault-deps.ts';

/** A token this close to its end is not used any more. */
const MARGIN_MS = 60_000;

export type Tokens = ReturnType<typeof createTokens>;

/** The session of the unlocked vault: its token while that is good, a new one by passkey otherwise. */
export function createTokens(
  deps: Pick<VaultDeps, 'homes' | 'clock' | 'random'> & { held: HeldVault },
) {
  const { held } = deps;

  const current = (): string | undefined => {
    const state = held.state();
    // A vault of this device has no session: the account's id replaces its token.
    if (state.status === 'unlocked' && isOnDevice(state.device.tenant)) {
      return state.device.accountId;
    }
    const bearer = held.bearer();
    return bearer !== undefined && bearer.expires - deps.clock.now() > MARGIN_MS
      ? bearer.token
      : undefined;
  };

  return {
    /** The token as it is; `undefined` when a passkey is needed for a new one. */
    current,

    /** Returns a valid token. Asks for a passkey only when there is none. */
    async fresh(ceremony: Ceremony): Promise<string> {
      const token = current();
      if (token !== undefined) return token;
      const { tenant, accountId } = held.unlocked().device;
      const client = homeOf(deps.homes, tenant);
      const bearer = await renewSession({ ...deps, client, tenant, ceremony, accountId });
      held.setBearer(bearer);
      return bearer.token;
    },

    /** True when the server ended the session early; the token is forgotten then. */
    isOver(error: unknown): boolean {
      const isOver = hasCode(error, 'SESSION_EXPIRED') || hasCode(error, 'AUTH_REQUIRED');
      if (isOver) held.setBearer(undefined);
      return isOver;
    },
  };
}
