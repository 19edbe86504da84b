import { homeOf, isOnDevice } from '../home/home.ts';
import type { HeldVault } from './held.ts';
import type { SyncStatus } from './sync-status.ts';
import type { Tokens } from './tokens.ts';
import type { VaultDeps } from './vault-deps.ts';

export type Newest = ReturnType<typeof createNewest>;

/** Adopts the newest snapshot of the open vault's home. */
export function createNewest(
  deps: Pick<VaultDeps, 'homes' | 'ceremonies'> & {
    held: HeldVault;
    tokens: Tokens;
    sync: SyncStatus;
  },
) {
  const { held, sync, tokens } = deps;

  async function read(token: string): Promise<void> {
    const { device, passkey } = held.unlocked();
    const { accountId, tenant } = device;
    const { envelope } = await homeOf(deps.homes, tenant).vault(token);
    const entry = { accountId, passkey, envelope };
    await held.adopt({ tenant, entry, known: device, synced: true });
  }

  async function readWithSession(): Promise<void> {
    const token = tokens.current();
    if (token !== undefined) {
      try {
        await read(token);
        return;
      } catch (error) {
        if (!tokens.isOver(error)) throw error;
      }
    }
    await deps.ceremonies.run(async (ceremony) => read(await tokens.fresh(ceremony)), 'synced');
  }

  /** Sets the sync state, too, when the server or its vault causes a failure. */
  async function reporting(reading: Promise<void>): Promise<void> {
    try {
      await reading;
    } catch (error) {
      sync.failed(error);
      throw error;
    }
  }

  return {
    take: (token: string): Promise<void> => reporting(read(token)),

    /** Asks for a passkey only if the session is over. Does nothing for a vault of this device. */
    async sync(): Promise<void> {
      if (isOnDevice(held.unlocked().device.tenant)) return;
      await sync.ended();
      await reporting(readWithSession());
    },
  };
}
