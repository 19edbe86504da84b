import { toHex } from 'viem';
import { freePort } from '../free-port.ts';
import { startWorld, type World } from '../world.ts';
import { type AssertionRepair, startAssertionRepair } from './assertion-repair.ts';
import { type FirefoxUser, firefoxUser } from './firefox-user.ts';
import { launchWalletFirefox, type WalletFirefox } from './wallet-firefox.ts';

/** Firefox with an unlocked wallet and a funded account, and the services that the wallet needs. */
export interface FirefoxInUse {
  readonly world: World;
  readonly firefox: WalletFirefox;
  readonly server: AssertionRepair;
  readonly user: FirefoxUser;
  readonly account: World['devnet']['accounts']['takers'][0];
  stop(): Promise<void>;
}

export async function startFirefoxInUse(): Promise<FirefoxInUse> {
  const vaultPort = await freePort();
  const world = await startWorld({ vaultPort });
  const stops = [world.stop];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const firefox = await launchWalletFirefox();
    stops.push(firefox.close);
    const server = await startAssertionRepair({
      port: vaultPort,
      target: world.url,
      passkeys: firefox.passkeys,
    });
    stops.push(server.stop);
    const [account] = world.devnet.accounts.takers;
    await world.devnet.fund(account.address, { usdc: 10n ** 12n });
    const user = await firefoxUser(firefox);
    const key = toHex(account.getHdKey().privateKey ?? new Uint8Array());
    await user.begin({ url: server.url, rpcUrl: world.devnet.rpcUrl }, key);
    return { world, firefox, server, user, account, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
