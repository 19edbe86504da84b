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
 * Builds the extension for development, and again after each change. Pages show a change
 * immediately. For a change of the worker or of sites' scripts, the browser reloads the extension.
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

// WXT rejects while a file is only half saved, and builds again after the next change.
process.on('unhandledRejection', (error) => console.error(`condor: ${String(error)}`));

/** Runs `npm run dev`: `npm start` with an extension that follows the sources. */
runAll(startUsage('npm run dev'), watchExtension).catch(fail);
