import { ArrowUp, Plus, X } from 'lucide-react';
import { i18n } from '#i18n';
import { addressProblem } from '../../texts/service-defaults.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

const MOST = 8;

/** Endpoints in the order to ask them; the next one is asked when one doesn't respond. */
export function EndpointList(props: {
  endpoints: readonly string[];
  onChange: (endpoints: readonly string[]) => void;
}) {
  const { endpoints, onChange } = props;
  const put = (at: number, url: string) =>
    onChange(endpoints.map((old, i) => (i === at ? url : old)));
  const up = (at: number) =>
    onChange(
      endpoints.map((url, i) =>
        i === at - 1 ? (endpoints[at] ?? url) : i === at ? (endpoints[at - 1] ?? url) : url,
      ),
    );
  const rows = endpoints.map((url, at) => ({ url, at }));
  return (
    <div className="flex flex-col gap-2">
      {rows.map(({ url, at }) => (
        <div key={at} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <Field
              label={
                at === 0
                  ? i18n.t('networks.primaryEndpoint')
                  : i18n.t('networks.fallbackEndpoint', { place: at + 1 })
              }
              value={url}
              placeholder="https://…"
              problem={addressProblem(url.trim())}
              onType={(text) => put(at, text)}
            />
          </div>
          <Button
            kind="plain"
            className="mt-6 px-2"
            aria-label={i18n.t('networks.moveEndpointUp', { place: at + 1 })}
            disabled={at === 0}
            onClick={() => up(at)}
          >
            <ArrowUp aria-hidden size={16} />
          </Button>
          <Button
            kind="plain"
            className="mt-6 px-2"
            aria-label={i18n.t('networks.removeEndpoint', { place: at + 1 })}
            disabled={endpoints.length === 1}
            onClick={() => onChange(endpoints.filter((_, i) => i !== at))}
          >
            <X aria-hidden size={16} />
          </Button>
        </div>
      ))}
      <Button
        kind="plain"
        className="self-start"
        disabled={endpoints.length >= MOST}
        onClick={() => onChange([...endpoints, ''])}
      >
        <Plus aria-hidden size={16} /> {i18n.t('networks.addEndpoint')}
      </Button>
    </div>
  );
}
