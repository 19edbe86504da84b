import { type Services, startServices } from '../run/services.ts';

/** A process of `server/main.ts` that can be started again on its port. */
export interface ClusterService {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** Lets running requests finish. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export function createService(
  port: number,
  environment: Readonly<Record<string, string>>,
): ClusterService {
  let running: Services | undefined;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async start() {
      running = await startServices(new Set(['vault']), { ...environment, PORT: String(port) });
    },
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
  };
}
