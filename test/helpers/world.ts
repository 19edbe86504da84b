import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentWebauthnOrigins } from '../../server/config.ts';
import { type Dapp, startDapp } from '../devnet/dapp-server.ts';
import { type Devnet, startDevnet } from '../devnet/devnet.ts';
import { type Maker, startMaker } from '../devnet/maker.ts';
import { type Services, startServices } from '../run/services.ts';
import { freePort } from './free-port.ts';

export interface World {
  readonly devnet: Devnet;
  readonly maker: Maker;
  readonly services: Services;
  readonly dapp: Dapp;
  /** Base address of the services. */
  readonly url: string;
  readonly folder: string;
  /** Starts the services again on the same port and databases, after `services.stop()`. */
  restartServices(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a devnet, a maker, all three services and the demo dApp on free ports, as `npm start`
 * does.
 * @param vaultPort port of a proxy that wallets use to reach the services
 */
export async function startWorld({ vaultPort }: { vaultPort?: number } = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'condor-world-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const devnet = await startDevnet({ port: 0, blockTime: 1 });
  const start = () =>
    startServices(new Set(['vault', 'orders', 'indexer']), {
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, 'condor.db')}`,
      CHAIN_RPC_URL: devnet.rpcUrl,
      CHAIN_START_BLOCK: '0',
      VAULT_ORIGIN: `https://localhost:${vaultPort ?? port}`,
      VAULT_RP_ID: 'localhost',
      VAULT_WEBAUTHN_ORIGINS: developmentWebauthnOrigins().join(','),
      VAULT_EXTENSIONS: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    });
  let services = await start();
  const maker = await startMaker({ devnet, ordersUrl: `${url}/orders`, seed: 7, walkEvery: 0 });
  const dapp = await startDapp({
    port: 0,
    ordersUrl: `${url}/orders`,
    indexerUrl: `${url}/indexer`,
    devnet,
  });
  return {
    devnet,
    maker,
    dapp,
    url,
    folder,
    get services() {
      return services;
    },
    async restartServices() {
      services = await start();
    },
    async stop() {
      await maker.stop();
      await dapp.stop();
      await services.stop();
      await devnet.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
