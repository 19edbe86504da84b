import { hasCode } from '../../../../shared/errors.ts';
import { homeOf, isOnDevice } from '../home/home.ts';
import type { Ceremony } from '../passkeys/ceremonies.ts';
import { renewSession } from '../passkeys/log-in.ts';
import type { HeldVault } from './held.ts';
import type { VaultDeps } from './vault-deps.ts';

/** Milliseconds before a token's expiry from which the token isn't used any more. */
const MARGIN_MS = 60_000;

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Creates the functions that return a session token of the unlocked vault: the current token, or a
 * new token from a passkey prompt.
 */
export function createTokens(
  deps: Pick<VaultDeps, 'homes' | 'clock' | 'random'> & { held: HeldVault },
) {
  const { held } = deps;

  const current = (): string | undefined => {
    const state = held.state();
    // A vault on this device has no session. The account's id serves as the token.
    if (state.status === 'unlocked' && isOnDevice(state.device.tenant)) {
      return state.device.accountId;
    }
    const bearer = held.bearer();
    return bearer !== undefined && bearer.expires - deps.clock.now() > MARGIN_MS
      ? bearer.token
      : undefined;
  };

  return {
    /** Returns the current token; `undefined` if only a passkey can get a new token. */
    current,

    /** Returns a valid token. Asks for a passkey only if no current token exists. */
    async fresh(ceremony: Ceremony): Promise<string> {
      const token = current();
      if (token !== undefined) return token;
      const { tenant, accountId } = held.unlocked().device;
      const client = homeOf(deps.homes, tenant);
      const bearer = await renewSession({ ...deps, client, tenant, ceremony, accountId });
      held.setBearer(bearer);
      return bearer.token;
    },

    /** Returns true if the server has ended the session, and forgets the token. */
    isOver(error: unknown): boolean {
      const isOver = hasCode(error, 'SESSION_EXPIRED') || hasCode(error, 'AUTH_REQUIRED');
      if (isOver) held.setBearer(undefined);
      return isOver;
    },
  };
}
