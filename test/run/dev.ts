import { fileURLToPath } from 'node:url';
import { createServer } from 'wxt';
import type { Ending } from './ending.ts';
import type { Build } from './extension.ts';
import { fail } from './ports.ts';
import { progress } from './progress.ts';
import { runAll } from './run-all.ts';
import { startUsage } from './start-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'chrome-mv3-dev';

/**
 * Builds the extension for development, and rebuilds it after each change. Pages show a change
 * immediately. After a change of the worker or of the scripts in sites, the browser reloads the
 * extension.
 */
async function watchExtension(mode: Build, ending: Ending): Promise<string> {
  progress('the extension, which is built again after each change');
  const server = await createServer({
    root: ROOT,
    browser: 'chrome',
    manifestVersion: 3,
    mode,
    outDirTemplate: FOLDER,
    webExt: { disabled: true },
  });
  ending.add(server.stop);
  await server.start();
  return fileURLToPath(new URL(`../../.output/${FOLDER}`, import.meta.url));
}

// WXT rejects if a file is incomplete while it is saved. It builds again after the next change.
process.on('unhandledRejection', (error) => console.error(`condor: ${String(error)}`));

/**
 * Runs `npm run dev`: like `npm start`, with an extension that is rebuilt when its sources change.
 */
runAll(startUsage('npm run dev'), watchExtension).catch(fail);
