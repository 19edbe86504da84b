import { buildExtension } from './extension.ts';
import { fail } from './ports.ts';
import { runAll } from './run-all.ts';
import { startUsage } from './start-options.ts';

/** Runs `npm start`: all parts with the built extension. */
runAll(startUsage('npm start'), buildExtension).catch(fail);
