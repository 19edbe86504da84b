import { i18n } from '#i18n';
import { useBuild } from '../../hooks/use-build.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Mark } from '../../ui/Mark.tsx';

/** Shows the product, its build, the projects that it uses, and the accessibility statement. */
export function AboutSettings() {
  const { version, extensionId } = useBuild();
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex items-center gap-3">
        <Mark size={48} />
        <div>
          <p className="font-semibold">Condor</p>
          <p className="text-xs text-muted">{i18n.t('about.text')}</p>
        </div>
      </div>
      <Facts>
        <Fact label={i18n.t('about.version')} text={<span data-testid="version">{version}</span>} />
        <Fact
          label={i18n.t('about.extensionId')}
          text={
            <span className="flex min-w-0 items-center gap-1">
              <span className="font-mono text-xs break-all" data-testid="extension-id">
                {extensionId}
              </span>
              <CopyButton value={extensionId} label={i18n.t('about.copyExtensionId')} />
            </span>
          }
        />
      </Facts>
      <p className="text-muted">{i18n.t('about.licences')}</p>
      <a className="text-accent underline" href="/licenses.txt" target="_blank" rel="noreferrer">
        {i18n.t('about.allLicences')}
      </a>
      <section className="flex flex-col gap-1">
        <h2 className="font-semibold">{i18n.t('about.accessibilityTitle')}</h2>
        <p className="text-pretty text-muted">{i18n.t('about.accessibility')}</p>
      </section>
    </div>
  );
}
