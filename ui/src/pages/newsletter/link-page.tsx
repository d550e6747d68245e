/** What the pages behind the links of the newsletter's mails share. */
import type { ReactNode } from 'react';
import { LinkButton } from '../../components/controls/button';
import { CardPage } from '../../components/layout/card-page';
import { newsletterLinks as words } from '../../content/marketing/newsletter-links';
import { paths } from '../../content/site/pages';
import { useLinkToken } from '../../features/auth/verification/mail-link';

export function LinkPage(props: { title: string; children: (token: string) => ReactNode }) {
  const { token } = useLinkToken();
  return (
    <CardPage title={props.title}>
      {token === '' ? (
        <WayBack>
          <p className="text-muted">{words.withoutLink}</p>
        </WayBack>
      ) : (
        props.children(token)
      )}
    </CardPage>
  );
}

/** A notice, and the way to the form. */
export function WayBack({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <LinkButton to={`${paths.home}#newsletter`} variant="secondary" className="w-full">
        {words.again}
      </LinkButton>
    </>
  );
}
