import { ArrowUp, Plus, X } from 'lucide-react';
import { i18n } from '#i18n';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

/** Most addresses that the worker accepts. */
const MOST = 8;

/** Addresses of one kind of service, in order of preference. */
export function AddressList(props: {
  addresses: readonly string[];
  labelOf: (place: number) => string;
  hint: string;
  addLabel: string;
  onChange: (addresses: string[]) => void;
}) {
  const { addresses, labelOf, onChange } = props;
  const rows = addresses.map((address, at) => ({ address, at }));
  return (
    <div className="flex flex-col gap-2">
      {rows.map(({ address, at }) => (
        <div key={at} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <Field
              label={labelOf(at + 1)}
              value={address}
              placeholder="https://…"
              hint={at === 0 ? props.hint : undefined}
              problem={addressProblem(address.trim())}
              onChange={(event) =>
                onChange(addresses.map((old, i) => (i === at ? event.target.value : old)))
              }
            />
          </div>
          {addresses.length === 1 ? null : (
            <>
              <Button
                kind="plain"
                className="mt-6 px-2"
                aria-label={i18n.t('services.earlier', { name: labelOf(at + 1) })}
                disabled={at === 0}
                onClick={() => onChange(moved(addresses, at))}
              >
                <ArrowUp aria-hidden size={16} />
              </Button>
              <Button
                kind="plain"
                className="mt-6 px-2"
                aria-label={i18n.t('services.remove', { name: labelOf(at + 1) })}
                onClick={() => onChange(addresses.filter((_, i) => i !== at))}
              >
                <X aria-hidden size={16} />
              </Button>
            </>
          )}
        </div>
      ))}
      <Button
        kind="plain"
        className="self-start"
        disabled={addresses.length >= MOST}
        onClick={() => onChange([...addresses, ''])}
      >
        <Plus aria-hidden size={16} /> {props.addLabel}
      </Button>
    </div>
  );
}

/** Moves the address up by one. */
function moved(addresses: readonly string[], at: number): string[] {
  const before = addresses.slice(0, Math.max(0, at - 1));
  const pair = addresses.slice(Math.max(0, at - 1), at + 1).toReversed();
  return [...before, ...pair, ...addresses.slice(at + 1)];
}
