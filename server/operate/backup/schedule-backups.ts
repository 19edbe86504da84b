import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../shared/ports.ts';
import type { Metrics } from '../../vault/http/metrics.ts';
import { type BackupSettings, createBackupSchedule } from './backup-schedule.ts';

/** Milliseconds between two checks whether a backup is due. */
const CHECK_EVERY_MS = 15_000;

/** Backs up the vault's SQLite file while the app is listening. A failure affects no request. */
export function scheduleBackups(
  app: FastifyInstance,
  deps: {
    readonly settings: BackupSettings;
    readonly file: string;
    readonly copy: Parameters<typeof createBackupSchedule>[0]['copy'];
    readonly clock: Clock;
    readonly metrics: Pick<Metrics, 'countBackup' | 'setLastBackup'>;
  },
): void {
  const { metrics } = deps;
  const schedule = createBackupSchedule({
    ...deps,
    report: {
      found: metrics.setLastBackup,
      done(copy, at) {
        metrics.countBackup('ok');
        metrics.setLastBackup(at);
        app.log.info({ copy }, 'backed up');
      },
      failed(error) {
        metrics.countBackup('failed');
        const reason = error instanceof Error ? error.message : String(error);
        app.log.error({ reason }, 'backup failed; older copies are kept, trying again later');
      },
    },
  });
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(() => void schedule.tick(), CHECK_EVERY_MS);
    timer.unref();
    void schedule.tick();
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    await schedule.close();
  });
}
