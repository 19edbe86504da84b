import { readCommandLine } from '../../server/command-line.ts';
import { type Config, developmentWebauthnOrigins } from '../../server/config.ts';
import { makeFolder } from '../../server/database/make-folder.ts';
import { DEVNET_SERVICES } from '../../shared/messages/default-services.ts';
import { startDapp } from '../devnet/dapp-server.ts';
import { type Devnet, startDevnet } from '../devnet/devnet.ts';
import { startMaker } from '../devnet/maker.ts';
import { startRfqMaker } from '../devnet/rfq-maker.ts';
import { endWithNpm } from './end-with-parent.ts';
import { createEnding, type Ending } from './ending.ts';
import type { Build } from './extension.ts';
import {
  claimFolder,
  forgetChain,
  type LocalData,
  localData,
  readLocalSettings,
  resetData,
} from './local-data.ts';
import { hasDisplay } from './open-browser.ts';
import { BUILD_FOR } from './passkeys.ts';
import { readPort, readWhole, requireFreePort } from './ports.ts';
import { progress } from './progress.ts';
import { startServices } from './services.ts';
import { showBrowser } from './show-browser.ts';
import { readStartOptions } from './start-options.ts';
import { summary } from './summary.ts';

const HOST = '127.0.0.1';
/** The same block time as Base. Each transaction is mined immediately. */
const BLOCK_SECONDS = 2;

/** Ends everything when one part exits by itself. */
function endWith(ending: Ending, name: string, ended: Promise<void>): void {
  void ended.then(() => {
    if (ending.isEnding()) return;
    console.error(`condor: ${name} ended by itself; everything else is ended too`);
    void ending.end(1);
  });
}

/**
 * Runs the devnet with its maker (or uses the chain of `CHAIN_RPC_URL`), the three services, the
 * demo dApp and the extension, until Ctrl-C. `--headless` opens no browser, `--real-passkeys` opens
 * a browser without simulated passkeys, `--keep` continues with the last chain, and `--reset` first
 * deletes all local data.
 * @param provide builds the extension, and returns its folder
 */
export async function runAll(
  usage: string,
  provide: (build: Build, ending: Ending) => Promise<string>,
): Promise<void> {
  const started = performance.now();
  const options = readCommandLine(usage, readStartOptions);
  const { config, databaseUrl } = readLocalSettings(process.env);
  const files = localData(config);
  const hasOwnChain = (process.env.CHAIN_RPC_URL ?? '') !== '';
  if (hasOwnChain && options.data !== 'new chain')
    throw new Error('--keep and --reset are for the local chain; unset CHAIN_RPC_URL');
  const isShown = hasDisplay() && !options.isHeadless;
  const build = isShown ? BUILD_FOR[options.passkeys] : 'devnet';
  const devnetPort = readPort('DEVNET_PORT', 8545);
  const dappPort = readPort('DAPP_PORT', 8788);
  // A seed makes the price walk repeatable.
  const seed = readWhole('MAKER_SEED', 1, 2 ** 32 - 1);
  if (!hasOwnChain) await requireFreePort('DEVNET_PORT', devnetPort, HOST);
  await requireFreePort('PORT', config.port, config.host);
  await requireFreePort('DAPP_PORT', dappPort, HOST);
  await claimFolder(config);

  if (process.env.VAULT_BACKUP_DIR)
    console.error('condor: npm start makes no backups, so VAULT_BACKUP_DIR is ignored');

  const ending = createEnding();
  const lastLine = `\nCondor has ended. Its data are in ${files.folder}.`;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void ending.end(0, lastLine));
  // Ends without printing a line, because the terminal is closed.
  process.on('SIGHUP', () => void ending.end(0));
  endWithNpm(() => void ending.end(1));

  try {
    if (options.data === 'reset') {
      progress(`deleting all local data in ${files.folder}`);
      await resetData(config);
    }
    if (!hasOwnChain && options.data === 'new chain') await forgetChain(config);
    const [{ devnet, services, dapp }, extension] = await Promise.all([
      startParts(ending, {
        config,
        databaseUrl,
        files,
        devnetPort: hasOwnChain ? undefined : devnetPort,
        dappPort,
        seed,
      }),
      provide(build, ending),
    ]);
    await showBrowser(ending, dapp.url, {
      extension,
      isShown,
      passkeys: options.passkeys,
      files,
    });
    const urls = Object.entries(services.urls).map(([name, url]) => [name, onLocalhost(url)]);
    const running = {
      chain: devnet?.rpcUrl,
      data: options.data,
      services: Object.fromEntries(urls),
      dapp: dapp.url,
      wallet: extension,
      folder: files.folder,
    };
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`\nCondor runs, ${seconds} s after the start:\n\n${summary(running)}\n`);
    for (const [name, url, known] of [
      ['node', devnet?.rpcUrl ?? config.chain.rpcUrls[0], DEVNET_SERVICES.rpcUrls[0]],
      ['order feed', onLocalhost(services.urls.orders), DEVNET_SERVICES.ordersUrls[0]],
      ['indexer', onLocalhost(services.urls.indexer), DEVNET_SERVICES.indexerUrl],
      ['vault server', onLocalhost(services.urls.vault), DEVNET_SERVICES.vaultUrl],
    ]) {
      // Prints the addresses that differ from the ports that the built extension uses.
      if (url !== undefined && url !== known)
        console.log(`In the wallet's settings, set the ${name} to ${url}.`);
    }
    console.log('Ctrl-C ends everything.');
  } catch (error) {
    if (ending.isEnding()) return;
    console.error(`condor: ${error instanceof Error ? error.message : String(error)}`);
    await ending.end(1);
  }
}

interface Parts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly files: LocalData;
  /** Port of the devnet; undefined if `CHAIN_RPC_URL` selects another chain. */
  readonly devnetPort: number | undefined;
  readonly dappPort: number;
  readonly seed: number;
}

async function startParts(ending: Ending, parts: Parts) {
  const { config, databaseUrl, files, devnetPort } = parts;
  const devnet = devnetPort === undefined ? undefined : await runDevnet(ending, devnetPort, files);
  progress(`the services: ${[...config.services].join(', ')}`);
  const services = await startServices(config.services, {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    ...vaultOnPort(config.port),
    ...(devnet === undefined
      ? {}
      : {
          CHAIN_RPC_URL: devnet.rpcUrl,
          CHAIN_START_BLOCK: process.env.CHAIN_START_BLOCK || '0',
        }),
  });
  ending.add(services.stop);
  endWith(ending, 'the process of the services', services.ended);
  for (const [name, url] of Object.entries(services.urls)) {
    // Passkeys need a host name, so the vault's address is printed with `localhost`.
    const shown = name === 'vault' ? onLocalhost(url) : url;
    console.log(`ready: ${name} ${shown}`);
  }

  const { orders: ordersUrl, indexer: indexerUrl } = services.urls;
  if (devnet !== undefined && ordersUrl !== undefined) {
    progress('the devnet’s maker, with its first quotes');
    const maker = await startMaker({ devnet, ordersUrl, seed: parts.seed });
    ending.add(maker.stop);
    const rfqMaker = await startRfqMaker({ devnet });
    ending.add(rfqMaker.stop);
  }
  progress('the demo dApp');
  const dapp = await startDapp({
    port: parts.dappPort,
    host: HOST,
    ordersUrl: ordersUrl ?? '',
    indexerUrl: indexerUrl ?? '',
    ...(devnet === undefined ? {} : { devnet }),
  });
  ending.add(dapp.stop);
  console.log(`ready: dapp ${dapp.url}`);
  return { devnet, services, dapp };
}

/** Returns an address of this computer under the name that the built extension uses. */
function onLocalhost(url: string | undefined): string | undefined {
  return url?.replace(HOST, 'localhost');
}

/**
 * Returns the setting of the vault's origin for this port, unless the environment already sets an
 * origin.
 */
function vaultOnPort(port: number): Record<string, string> {
  const { VAULT_ORIGIN, VAULT_TENANTS_FILE, VAULT_WEBAUTHN_ORIGINS } = process.env;
  if (VAULT_ORIGIN || VAULT_TENANTS_FILE || port === 0) return {};
  return {
    VAULT_ORIGIN: `https://localhost:${port}`,
    VAULT_WEBAUTHN_ORIGINS: VAULT_WEBAUTHN_ORIGINS || developmentWebauthnOrigins().join(','),
  };
}

async function runDevnet(ending: Ending, port: number, files: LocalData): Promise<Devnet> {
  progress('the devnet, a local chain with its contracts');
  makeFolder(files.folder);
  // anvil can't set the mode of its state file, so this process sets a umask.
  process.umask(0o077);
  const devnet = await startDevnet({
    port,
    host: HOST,
    blockTime: BLOCK_SECONDS,
    stateFile: files.chain,
  });
  ending.add(devnet.stop);
  endWith(ending, 'the devnet', devnet.ended);
  console.log(`ready: devnet ${devnet.rpcUrl}`);
  return devnet;
}
