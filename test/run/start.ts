import { developmentWebauthnOrigins, readConfig } from '../../server/config.ts';
import { DEVNET_SERVICES } from '../../shared/default-services.ts';
import { type Dapp, startDapp } from '../devnet/dapp-server.ts';
import { type Devnet, startDevnet } from '../devnet/devnet.ts';
import { startMaker } from '../devnet/maker.ts';
import { buildExtension, extensionPath } from './extension.ts';
import { hasDisplay, openBrowser } from './open-browser.ts';
import { BUILD_FOR, type Passkeys, readPasskeys } from './passkeys.ts';
import { fail, readPort, readWhole, requireFreePort } from './ports.ts';
import { forgetChain, startServices } from './services.ts';

const HOST = '127.0.0.1';
/** Like Base; transactions are mined at once. */
const BLOCK_SECONDS = 2;

/** Ends everything that was started, once, in reverse order. */
function createEnding() {
  const stops: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  return {
    add: (stop: () => Promise<void>) => stops.push(stop),
    isEnding: () => ending !== undefined,
    end: (code: number): Promise<void> => {
      ending ??= (async () => {
        for (const stop of stops.reverse())
          await stop().catch((error: unknown) => console.error(`condor: ${String(error)}`));
        process.exit(code);
      })();
      return ending;
    },
  };
}

type Ending = ReturnType<typeof createEnding>;

/** Ends everything when one part dies by itself. */
function endWith(ending: Ending, name: string, ended: Promise<void>): void {
  void ended.then(() => {
    if (ending.isEnding()) return;
    console.error(`condor: ${name} ended by itself; everything else is ended too`);
    void ending.end(1);
  });
}

/** Prints each step before it begins, because a silent terminal looks stuck. */
function progress(what: string): void {
  console.log(`starting: ${what}`);
}

/**
 * `npm start`: runs the devnet with its maker (or the chain of `CHAIN_RPC_URL`), the three
 * services, the demo dApp and the built extension, until Ctrl-C. `--real-passkeys` opens the
 * browser without simulated passkeys.
 */
async function main(): Promise<void> {
  const passkeys = readPasskeys(process.argv.slice(2));
  const config = readConfig();
  const hasOwnChain = (process.env.CHAIN_RPC_URL ?? '') !== '';
  const devnetPort = readPort('DEVNET_PORT', 8545);
  const dappPort = readPort('DAPP_PORT', 8788);
  // The same seed repeats the price walk.
  const seed = readWhole('MAKER_SEED', 1, 2 ** 32 - 1);
  if (!hasOwnChain) await requireFreePort('DEVNET_PORT', devnetPort, HOST);
  await requireFreePort('PORT', config.port, config.host);
  await requireFreePort('DAPP_PORT', dappPort, HOST);

  const ending = createEnding();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void ending.end(0));

  try {
    progress('the extension is built; the first time takes up to half a minute');
    await buildExtension(hasDisplay() ? BUILD_FOR[passkeys] : 'devnet');
    const devnet = hasOwnChain ? undefined : await runDevnet(ending, devnetPort);
    if (devnet !== undefined) await forgetChain(config);
    progress(`waiting for the services: ${[...config.services].join(', ')}`);
    const services = await startServices(config.services, {
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
      // The vault's passkeys are bound to the name "localhost", so this address is shown.
      const shown = name === 'vault' ? onLocalhost(url) : url;
      console.log(`ready: ${name} ${shown}`);
    }

    const { orders: ordersUrl, indexer: indexerUrl } = services.urls;
    if (devnet !== undefined && ordersUrl !== undefined) {
      progress('waiting for the first quotes of the devnet’s maker');
      const maker = await startMaker({ devnet, ordersUrl, seed });
      ending.add(maker.stop);
    }
    progress('the demo dApp');
    const dapp = await startDapp({
      port: dappPort,
      host: HOST,
      ordersUrl: ordersUrl ?? '',
      indexerUrl: indexerUrl ?? '',
      ...(devnet === undefined ? {} : { devnet }),
    });
    ending.add(dapp.stop);
    console.log(`ready: dapp ${dapp.url}`);
    await showBrowser(ending, dapp, passkeys);
    for (const [name, url, known] of [
      ['node', devnet?.rpcUrl ?? config.chain.rpcUrls[0], DEVNET_SERVICES.rpcUrls[0]],
      ['order feed', onLocalhost(ordersUrl), DEVNET_SERVICES.ordersUrls[0]],
      ['indexer', onLocalhost(indexerUrl), DEVNET_SERVICES.indexerUrl],
    ]) {
      // The built extension begins with the default ports.
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

/** Returns an address of this computer with the name that the built extension uses. */
function onLocalhost(url: string | undefined): string | undefined {
  return url?.replace(HOST, 'localhost');
}

/** Returns the vault's origin for another port, unless the settings name one. */
function vaultOnPort(port: number): Record<string, string> {
  const { VAULT_ORIGIN, VAULT_TENANTS_FILE, VAULT_WEBAUTHN_ORIGINS } = process.env;
  if (VAULT_ORIGIN || VAULT_TENANTS_FILE || port === 0) return {};
  return {
    VAULT_ORIGIN: `https://localhost:${port}`,
    VAULT_WEBAUTHN_ORIGINS: VAULT_WEBAUTHN_ORIGINS || developmentWebauthnOrigins().join(','),
  };
}

async function runDevnet(ending: Ending, port: number): Promise<Devnet> {
  progress('waiting for the devnet, which compiles and deploys its contracts');
  const devnet = await startDevnet({ port, host: HOST, blockTime: BLOCK_SECONDS });
  ending.add(devnet.stop);
  endWith(ending, 'the devnet', devnet.ended);
  console.log(`ready: devnet ${devnet.rpcUrl}`);
  return devnet;
}

/** Opens a browser if it can be shown, and again at Enter; else prints the manual steps. */
async function showBrowser(ending: Ending, dapp: Dapp, passkeys: Passkeys): Promise<void> {
  const byHand = `In Chromium, open chrome://extensions, switch on "Developer mode", choose "Load unpacked" and take ${extensionPath('devnet')}. Then open ${dapp.url}.`;
  if (!hasDisplay()) {
    console.log(`There is no display here, so no browser was opened. ${byHand}`);
    return;
  }
  let isOpen = false;
  const open = async () => {
    if (isOpen || ending.isEnding()) return;
    isOpen = true;
    progress('looking for Chromium; without one it is installed, which takes a minute or more');
    try {
      const browser = await openBrowser(dapp.url, { passkeys });
      ending.add(browser.close);
      void browser.ended.then(() => {
        isOpen = false;
        if (!ending.isEnding())
          console.log('The browser was closed. Press Enter to open it again.');
      });
      console.log(`Chromium is open with the extension. ${PASSKEYS[passkeys]}`);
    } catch (error) {
      isOpen = false;
      console.log(`${error instanceof Error ? error.message : String(error)} ${byHand}`);
    }
  };
  await open();
  console.log('When you have closed the browser, press Enter here to open it again.');
  process.stdin.on('data', () => void open());
}

const PASSKEYS: Readonly<Record<Passkeys, string>> = {
  simulated:
    'Its passkeys are simulated, for development only: each prompt is confirmed without a question. "npm start -- --real-passkeys" uses those of this computer.',
  real: 'Its passkeys are those of this computer, a phone or a security key.',
};

main().catch(fail);
