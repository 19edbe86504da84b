import { createContext, type ReactNode, type Ref, useContext } from 'react';

/** True inside of a page that has its title already, so that the titles of its parts are below it. */
export const IsPart = createContext(false);

/** The title of a page, or of a part that is a page of its own elsewhere. */
export function PageTitle(props: {
  ref?: Ref<HTMLHeadingElement>;
  tabIndex?: number;
  className?: string;
  children: ReactNode;
}) {
  const Heading = useContext(IsPart) ? 'h2' : 'h1';
  return <Heading {...props} />;
}
