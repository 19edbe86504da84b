import { EXPANDING, nextVersionEnvironment } from '../helpers/next-version-environment.ts';
import { type Services, startServices } from '../run/services.ts';

/** A process of `server/main.ts` that can start again on the same port. */
export interface ClusterService {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Lets running requests finish, then starts the next version or the same version again. */
  replace(): Promise<void>;
}

export function createService(
  port: number,
  environment: Readonly<Record<string, string>>,
): ClusterService {
  let running: Services | undefined;
  let isNext = false;
  async function start() {
    const version = isNext ? nextVersionEnvironment(EXPANDING) : {};
    running = await startServices(new Set(['vault']), {
      ...environment,
      ...version,
      PORT: String(port),
    });
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    start,
    kill: async () => running?.kill(),
    async replace() {
      await running?.stop();
      isNext = !isNext;
      await start();
    },
  };
}
