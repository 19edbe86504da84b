import { createDaemon, type Daemon } from './processes.ts';

export function createEtcd(options: {
  readonly program: string;
  readonly folder: string;
  readonly ports: { readonly client: number; readonly peer: number };
}): Daemon {
  const { program, folder, ports } = options;
  const [client, peer] = [`http://127.0.0.1:${ports.client}`, `http://127.0.0.1:${ports.peer}`];
  return createDaemon(folder, program, [
    '--name=etcd',
    '--data-dir=data',
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=etcd=${peer}`,
    '--initial-cluster-state=new',
    '--enable-v2',
    '--logger=zap',
  ]);
}
