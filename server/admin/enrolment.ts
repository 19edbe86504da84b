import { UsageError } from '../command-line.ts';
import { closeWindow, openWindow, readEnrollmentStatus } from '../vault/admin/windows.ts';
import type { VaultTenant } from '../vault/tenant.ts';
import { AdminError } from './admin-error.ts';
import { durationOf, numberOf } from './arguments.ts';
import type { Command, CommandContext } from './command.ts';
import { counted, iso, json, minute, table } from './output.ts';

const MAX_PLACES = 10_000;

/** The commands of `enrolment`. */
export const ENROLMENT_COMMANDS: Readonly<Record<string, Command>> = {
  open: {
    options: ['for', 'accounts', 'tenant'],
    words: 0,
    async run(context) {
      const { database, options, now } = context;
      if (options.for === undefined)
        throw new UsageError('enrolment open needs --for, such as --for 10m');
      const ends = now + durationOf(options.for);
      const places = numberOf('accounts', options.accounts ?? '1', MAX_PLACES);
      const tenant = tenantOf(context);
      await openWindow(database, { tenant: tenant.id, id: context.newId(), now, ends, places });
      const text = `tenant ${tenant.id} accepts ${counted(places, 'new account')} until ${minute(ends)} UTC`;
      return tenant.enrollment
        ? `${text}; its enrolment is on in these settings, so everybody can register without a window`
        : text;
    },
  },

  status: {
    options: ['json'],
    words: 0,
    async run({ database, config, options, now }) {
      const all = await Promise.all(
        config.tenants.map(async (tenant) => ({
          tenant,
          ...(await readEnrollmentStatus(database, tenant.id, now)),
        })),
      );
      if (options.json)
        return json(
          all.map(({ tenant, window, accounts }) => ({
            tenant: tenant.id,
            enrollment: tenant.enrollment,
            accounts,
            maxAccounts: tenant.maxAccounts ?? null,
            window:
              window === undefined
                ? null
                : { ...window, opened: iso(window.opened), ends: iso(window.ends) },
          })),
        );
      const rows = all.map(({ tenant, window, accounts }) => [
        tenant.id,
        tenant.enrollment ? 'on' : 'off',
        tenant.maxAccounts === undefined
          ? String(accounts)
          : `${accounts} of ${tenant.maxAccounts}`,
        window === undefined ? 'closed' : `open until ${minute(window.ends)}`,
        window === undefined ? '' : `${window.taken} of ${window.places} taken`,
      ]);
      return table(['TENANT', 'ENROLMENT', 'ACCOUNTS', 'WINDOW', 'PLACES'], rows);
    },
  },

  close: {
    options: ['tenant'],
    words: 0,
    async run(context) {
      const { id } = tenantOf(context);
      const isClosed = await closeWindow(context.database, id, context.now);
      return isClosed ? `closed the window of tenant ${id}` : `no window of tenant ${id} is open`;
    },
  },
};

/** @throws AdminError for an unknown tenant, UsageError when one of several must be named */
function tenantOf({ config, options }: Pick<CommandContext, 'config' | 'options'>): VaultTenant {
  const { tenants } = config;
  const names = tenants.map(({ id }) => id).join(', ');
  const [only] = tenants;
  if (options.tenant === undefined) {
    if (tenants.length === 1 && only !== undefined) return only;
    throw new UsageError(`--tenant names one of ${names}`);
  }
  const found = tenants.find(({ id }) => id === options.tenant);
  if (found === undefined) throw new AdminError(`the settings have only these tenants: ${names}`);
  return found;
}
