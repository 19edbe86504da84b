import { afterEach, describe, expect, it, vi } from 'vitest';
import { amountText, deltaText, shareText } from '../../../components/texts/numbers.ts';
import { dateText, utcDay } from '../../../components/texts/times.ts';
import { sumProfitBy } from '../../../shared/desk/profit-sums.ts';
import { reportCases } from '../../helpers/report-cases.ts';
import { inGerman } from '../helpers/languages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/**
 * Functions that format a number, by their names in the bug reports. Current functions replace two
 * reported functions that no longer exist.
 */
const WRITERS: Readonly<Record<string, (value: number) => string>> = {
  countText: (value) => amountText(BigInt(value), 0),
  deltaText,
  rateText: (value) => shareText(BigInt(value * 100)),
};

describe('numbers where language and region differ', () => {
  it.each(reportCases('numbers'))(
    'writes the number from a bug report correctly: $name',
    ({ input, right }) => {
      vi.stubGlobal('navigator', { language: input.tag });
      const write = () => WRITERS[String(input.what)]?.(Number(input.value));
      expect(input.language === 'de' ? inGerman(write) : write()).toBe(right);
    },
  );

  it.each(['en-DE', 'en-FR', 'en-IN', 'en-ZA', 'de-CH', 'de-LI', 'de-AT'])(
    'writes numbers with the separators of the wallet’s language, even in the locale %s',
    (tag) => {
      vi.stubGlobal('navigator', { language: tag });
      const write = () => [amountText(123_456_705n, 2), amountText(1_234_567n, 0), deltaText(0.05)];
      const marks = tag.startsWith('de')
        ? ['1.234.567,05', '1.234.567', '+0,05']
        : ['1,234,567.05', '1,234,567', '+0.05'];
      expect(tag.startsWith('de') ? inGerman(write) : write()).toEqual(marks);
    },
  );
});

describe('days', () => {
  it.each(['America/New_York', 'Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati'])(
    'in the time zone %s, returns the UTC day of a daily sum',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const at = Date.UTC(2026, 10, 27, 8) / 1000;
      const token = { address: '0x', symbol: 'USDC', decimals: 6 };
      const row = { kind: 'settled', at, account: '', profit: 1n, token } as never;
      const [day] = sumProfitBy('day', [row]);
      expect(utcDay(day?.name ?? '')).toContain('27');
      expect(utcDay('2026-03-01')).toMatch(/\b1\b/);
      expect(dateText('2026-11-01')).toMatch(/\b1\b.*2026|2026.*\b1\b/);
    },
  );
});
