import { createContext, type ReactNode, type Ref, useContext } from 'react';

/**
 * True inside a page that already has a title, so that the titles of its parts are one level lower.
 */
export const IsPart = createContext(false);

/** Shows the title of a page, or of a part that is a separate page elsewhere. */
export function PageTitle(props: {
  ref?: Ref<HTMLHeadingElement>;
  tabIndex?: number;
  className?: string;
  children: ReactNode;
}) {
  const Heading = useContext(IsPart) ? 'h2' : 'h1';
  return <Heading {...props} />;
}
