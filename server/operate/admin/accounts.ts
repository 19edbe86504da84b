import { visible } from '../../../shared/visible-text.ts';
import { UsageError } from '../../command-line.ts';
import {
  type AccountSummary,
  deleteAccount,
  disableAccount,
  enableAccount,
  endSessions,
  findAccounts,
  listAccounts,
  listTenants,
  showAccount,
} from '../../vault/admin/accounts.ts';
import type { AdminDatabase } from '../../vault/admin/open-admin.ts';
import { AdminError } from './admin-error.ts';
import { numberOf } from './arguments.ts';
import type { Command, CommandContext } from './command.ts';
import { iso, json, table } from './output.ts';

const LIMIT = 50;
const MAX_LIMIT = 1_000_000;
/** Minimum number of characters of an abbreviated id; the passkey's name shows as many. */
const SHORTEST = 6;

export const ACCOUNT_COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    options: ['tenant', 'limit', 'json'],
    words: 0,
    async run({ database, config, options, now }) {
      const limit = numberOf('limit', options.limit ?? String(LIMIT), MAX_LIMIT);
      const { tenant } = options;
      await ensureTenant(database, config, tenant);
      const { accounts, total } = await listAccounts(database, { tenant, limit, now });
      const rows = accounts.map(plain);
      if (options.json) return json(rows);
      const rest = total > rows.length ? '; --limit shows more' : '';
      return `${table(rows)}\nthe newest ${rows.length} of ${total}${rest}`;
    },
  },

  show: {
    options: ['json'],
    words: 1,
    async run({ database, options, words, now }) {
      const found = await showAccount(database, await accountOf(database, words), now);
      if (found === undefined) throw gone();
      const { passkeyList, ...account } = found;
      const passkeys = passkeyList.map((passkey) => ({
        created: iso(passkey.created),
        lastUse: iso(passkey.lastUse),
        isActive: passkey.isActive,
        isBackupEligible: passkey.isBackupEligible,
      }));
      return options.json
        ? json({ ...plain(account), passkeys })
        : `${table([plain(account)])}\n\n${table(passkeys)}`;
    },
  },

  disable: {
    options: [],
    words: 1,
    async run({ database, words, now }) {
      const account = await accountOf(database, words);
      const ended = await disableAccount(database, account, now);
      if (ended === undefined) throw gone();
      return `disabled ${visible(account)}; sessions ended: ${ended}; its data stay`;
    },
  },

  enable: {
    options: [],
    words: 1,
    async run({ database, words }) {
      const account = await accountOf(database, words);
      if (!(await enableAccount(database, account))) throw gone();
      return `enabled ${visible(account)}`;
    },
  },

  delete: {
    options: ['yes'],
    words: 1,
    async run({ database, options, words, now, ask }) {
      const account = await accountOf(database, words);
      if (!options.yes) await confirm({ database, account, now, ask });
      if (!(await deleteAccount(database, account))) throw gone();
      return `deleted ${visible(account)}`;
    },
  },

  'end-sessions': {
    options: ['json'],
    words: 1,
    async run({ database, options, words, now }) {
      const account = await accountOf(database, words);
      const ended = await endSessions(database, account, now);
      return options.json ? json({ account, ended }) : `sessions ended: ${ended}`;
    },
  },
};

function plain(account: AccountSummary) {
  return { ...account, created: iso(account.created), lastUse: iso(account.lastUse) };
}

/** @throws AdminError for a tenant that neither the settings nor the accounts have */
async function ensureTenant(
  database: AdminDatabase,
  { tenants }: CommandContext['config'],
  tenant: string | undefined,
): Promise<void> {
  if (tenant === undefined) return;
  const known = new Set([...tenants.map(({ id }) => id), ...(await listTenants(database))]);
  if (known.has(tenant)) return;
  const typed = tenant === '' ? '“”' : visible(tenant);
  const names = [...known].map(visible).join(', ');
  throw new AdminError(`there is no tenant ${typed}; there are: ${names}`);
}

/**
 * Returns the only account whose id begins with the typed text.
 * @throws UsageError; AdminError unless exactly one account matches
 */
async function accountOf(
  database: AdminDatabase,
  [typed = '']: readonly string[],
): Promise<string> {
  if (!/^[A-Za-z0-9_-]{1,43}$/.test(typed) || typed.length < SHORTEST)
    throw new UsageError(`an account is named by its id or at least ${SHORTEST} characters of it`);
  const [first, second] = await findAccounts(database, typed);
  if (first === undefined) throw new AdminError(`no account begins with ${typed}`);
  if (second !== undefined)
    throw new AdminError(`several accounts begin with ${typed}; type more of the id`);
  return first;
}

/** @throws AdminError unless the host types the account's id */
async function confirm({
  database,
  account,
  now,
  ask,
}: Pick<CommandContext, 'database' | 'now' | 'ask'> & { readonly account: string }): Promise<void> {
  const found = await showAccount(database, account, now);
  if (found === undefined) throw gone();
  const { passkeyList: _, ...summary } = found;
  const typed = await ask(
    `${table([plain(summary)])}\nDeletes this account and its vault. Type the account id to confirm: `,
  );
  if (typed?.trim() !== account)
    throw new AdminError('not deleted: the typed text is not the account id');
}

function gone(): AdminError {
  return new AdminError('the account no longer exists');
}
