import { i18n } from '#i18n';
import { intoLine } from './into-line.ts';

export function Choices(props: {
  label: string;
  choices: readonly { key: string; text: string; more?: string; title?: string }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  isLine?: boolean;
}) {
  const lines = props.isLine === true ? 'shrink-0' : 'min-w-0 flex-wrap';
  return (
    <fieldset aria-label={props.label} className={`flex gap-1 ${lines}`}>
      {props.choices.map(({ key, text, more, title }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === props.chosen}
          title={title}
          onFocus={({ currentTarget }) => {
            if (props.isLine === true) intoLine(currentTarget);
          }}
          onClick={() => props.onChoose(key)}
          className={`min-h-9 rounded-lg px-2.5 py-1 text-xs whitespace-nowrap ${key === props.chosen ? 'bg-accent-soft font-semibold text-accent' : 'bg-raised text-muted hover:text-ink'}`}
        >
          {text}
          {more === undefined ? null : <span className="block font-normal">{more}</span>}
        </button>
      ))}
    </fieldset>
  );
}

export function AssetChoices(props: {
  assets: readonly string[];
  chosen: string | undefined;
  onChoose: (asset: string) => void;
}) {
  const { assets, ...choice } = props;
  const choices = assets.map((name) => ({ key: name, text: name }));
  return <Choices {...choice} label={i18n.t('desk.assets')} choices={choices} />;
}
