import { noArguments, readCommandLine } from '../../server/command-line.ts';
import { hasCode } from '../../shared/errors.ts';
import { endWithNpm } from '../run/end-with-parent.ts';
import { fail, portInUse, readPort } from '../run/ports.ts';
import { startDevnet } from './devnet.ts';

const HOST = '127.0.0.1';
/** The same block time as Base. Each transaction gets a block immediately. */
const BLOCK_SECONDS = 2;

/** Runs `npm run devnet`: a devnet on `DEVNET_PORT` (8545) until Ctrl-C. */
async function main(): Promise<void> {
  readCommandLine('npm run devnet', noArguments);
  const port = readPort('DEVNET_PORT', 8545);
  const devnet = await startDevnet({ port, host: HOST, blockTime: BLOCK_SECONDS }).catch(
    (error: unknown) => {
      throw hasCode(error, 'port_in_use') ? portInUse('DEVNET_PORT', port) : error;
    },
  );
  const end = () => void devnet.stop();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  endWithNpm(end);
  console.log(`ready: devnet ${devnet.rpcUrl}`);
  await devnet.ended;
}

main().catch(fail);
