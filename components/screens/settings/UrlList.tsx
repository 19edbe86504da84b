import { ArrowUp, Plus, X } from 'lucide-react';
import { i18n } from '#i18n';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

const MOST = 8;

/** Edits the addresses of one kind of service. The wallet asks them in this order. */
export function UrlList(props: {
  urls: readonly string[];
  /** Position of an address, from 1. */
  labelOf: (place: number) => string;
  /** Shown with the first address. */
  hint?: string;
  addLabel: string;
  onChange: (urls: string[]) => void;
}) {
  const { urls, labelOf, onChange } = props;
  const rows = urls.map((url, at) => ({ url, at, name: labelOf(at + 1) }));
  return (
    <div className="flex flex-col gap-2">
      {rows.map(({ url, at, name }) => (
        <div key={at} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <Field
              label={name}
              value={url}
              placeholder="https://…"
              hint={at === 0 ? props.hint : undefined}
              problem={addressProblem(url.trim())}
              onType={(text) => onChange(urls.with(at, text))}
            />
          </div>
          {urls.length === 1 ? null : (
            <>
              <Button
                kind="plain"
                className="mt-6 px-2"
                aria-label={i18n.t('services.earlier', { name })}
                disabled={at === 0}
                onClick={() => onChange(urls.toSpliced(at - 1, 2, url, urls[at - 1] ?? ''))}
              >
                <ArrowUp aria-hidden size={16} />
              </Button>
              <Button
                kind="plain"
                className="mt-6 px-2"
                aria-label={i18n.t('services.remove', { name })}
                onClick={() => onChange(urls.toSpliced(at, 1))}
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
        disabled={urls.length >= MOST}
        onClick={() => onChange([...urls, ''])}
      >
        <Plus aria-hidden size={16} /> {props.addLabel}
      </Button>
    </div>
  );
}
