import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../server/database/target.ts';
import { addressGroup } from '../../server/http/client-address.ts';
import { readSignIn } from '../../shared/approvals/sign-in.ts';
import { parseTypedData, readAtom } from '../../shared/approvals/typed-data.ts';
import { typedDataDigest } from '../../shared/approvals/typed-data-digest.ts';
import { checksummed, typedAddressProblem } from '../../shared/chain/address-checksum.ts';
import { checkReceiver } from '../../shared/chain/receiver.ts';
import { readReceiver } from '../../shared/chain/typed-receiver.ts';
import { csvText } from '../../shared/csv.ts';
import { parseAmount } from '../../shared/parse-amount.ts';
import { serverAddress } from '../../shared/server-address.ts';
import { readRecoveryCode } from '../../shared/vault/recovery-code.ts';
import { isRight, reportCases } from '../helpers/report-cases.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function receiver(typed: string): unknown {
  const { text, chainId } = readReceiver(typed);
  const { address, refusal } = checkReceiver({ to: text, from: '', tokens: [], known: [] });
  if (refusal !== undefined) return { refused: refusal.reason };
  return { address, ...(chainId === undefined ? {} : { chainId }) };
}

describe('recovery codes', () => {
  it.each(reportCases('recoveryCode'))(
    'reads or rejects the recovery code: $name',
    ({ input, right }) => {
      expect(readRecoveryCode(String(input.typed)) ?? null).toBe(right);
    },
  );
});

describe('receivers', () => {
  it.each(reportCases('receiver'))('reads or rejects the receiver: $name', ({ input, right }) => {
    const answer = receiver(String(input.typed));
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  });
});

describe('addresses', () => {
  it.each(reportCases('watch'))('checks the address: $name', ({ input, right }) => {
    const typed = String(input.typed);
    const problem = typedAddressProblem(typed);
    const answer =
      problem === undefined ? checksummed(typed as `0x${string}`) : { refused: problem };
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  });

  it('detects a wrong letter case at every place of an address', () => {
    for (let at = 2; at < ADDRESS.length; at++) {
      const letter = ADDRESS.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (other === letter) continue;
      const typed = ADDRESS.slice(0, at) + other + ADDRESS.slice(at + 1);
      expect(typedAddressProblem(typed)).toBe('checksum');
    }
  });
});

describe('cells of a table', () => {
  const cell = (text: string) => csvText([[text]]).replace(/\r\n$/, '');
  it.each(reportCases('csv'))('writes the cell: $name', ({ input, right }) => {
    expect(cell(String(input.cell))).toBe(right);
  });
});

describe('addresses of servers', () => {
  it.each(reportCases('serverAddress'))('reads the server’s address: $name', ({ input, right }) => {
    expect(serverAddress(String(input.typed))).toBe(right);
  });

  it.each(reportCases('client'))(
    'computes the group of a client’s address: $name',
    ({ input, right }) => {
      expect(addressGroup(String(input.address))).toBe(right);
    },
  );

  it.each([
    ['sqlite:./x.db', './x.db'],
    ['sqlite://./x.db', './x.db'],
    ['sqlite://x.db', 'x.db'],
    ['sqlite:///var/x.db', '/var/x.db'],
    ['sqlite:/var/x.db', '/var/x.db'],
  ])('finds the file in the database address %s', (text, file) => {
    expect(parseDatabaseUrl(text)).toEqual({ engine: 'sqlite', file });
  });
});

describe('messages to sign', () => {
  it.each(reportCases('signIn'))('reads the message: $name', ({ input, right }) => {
    const read = readSignIn(String(input.text), {
      origin: String(input.origin),
      account: ADDRESS,
      chainId: 8453,
      now: Date.parse('2026-11-27T10:00:00Z'),
    });
    const problems = read?.findings.flatMap(({ problem }) => problem ?? []) ?? [];
    const answer = { form: read?.form, problems };
    expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
  });

  it.each(['[::1]', '[2001:db8::7]:443', '[fe80::1]'])('reads the host %s', (host) => {
    const text = `${host} wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nHello.\n\nURI: http://${host}\nVersion: 1\nChain ID: 8453\nNonce: 32891756abc\nIssued At: 2026-11-27T10:00:00.000Z`;
    const request = { account: ADDRESS, chainId: 8453, now: 0 };
    const own = readSignIn(text, { ...request, origin: `http://${host}` });
    expect(own).toMatchObject({ form: 'standard', domain: host });
    const other = readSignIn(text, { ...request, origin: 'http://[::2]' });
    expect(other?.findings.flatMap(({ problem }) => problem ?? [])).not.toEqual([]);
  });

  it('reads an empty text as empty `bytes`, but rejects an empty text as `bytes1`', () => {
    expect(readAtom('bytes', '')).toBe('0x');
    expect(() => readAtom('bytes1', '')).toThrow('bytes');
    expect(() => readAtom('bytes', 'ab')).toThrow('bytes');
  });
});

it.each(reportCases('amount'))('reads or rejects the amount: $name', ({ input, right }) => {
  const amount = parseAmount(String(input.typed), 6, input.mark === ',' ? ',' : '.');
  const answer = amount === undefined ? { refused: 'unread' } : String(amount);
  expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
});

it.each(reportCases('typedData'))('hashes or rejects the typed data: $name', ({ input, right }) => {
  let answer: unknown;
  try {
    answer = typedDataDigest(parseTypedData(input.data, 'V4'));
  } catch (error) {
    answer = { refused: String(error) };
  }
  expect(isRight(answer, right), JSON.stringify(answer)).toBe(true);
});
