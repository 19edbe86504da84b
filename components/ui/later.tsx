import { type ComponentType, useEffect, useState } from 'react';

export type Later<Props> = ComponentType<Props> & {
  /** Starts loading the file before the component's first use. */
  readonly preload: () => void;
};

interface Source<Props> {
  readonly loaded: () => ComponentType<Props> | undefined;
  readonly load: () => Promise<ComponentType<Props>>;
}

/**
 * Returns a component that is loaded from a separate file and renders nothing until then. React's
 * `lazy` isn't used, because it delays content by 300 ms after a fallback.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const source: Source<Props> = {
    loaded: () => loaded,
    load: () => {
      loading ??= load().then((component) => {
        loaded = component;
        return component;
      });
      return loading;
    },
  };
  return Object.assign((props: Props) => <Slot source={source} props={props} />, {
    preload: () => void source.load(),
  });
}

function Slot<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const [Component, setComponent] = useState(source.loaded);
  const isMissing = Component === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isShown = true;
    void source.load().then((component) => {
      if (isShown) setComponent(() => component);
    });
    return () => {
      isShown = false;
    };
  }, [isMissing, source]);
  return Component === undefined ? null : <Component {...props} />;
}
