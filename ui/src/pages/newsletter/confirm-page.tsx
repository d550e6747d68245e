/** /newsletter/confirm: the target of the link in the confirmation mail. Opening it confirms nothing. */
import { useState } from 'react';
import { toProblem } from '../../api/errors';
import { confirmSubscription } from '../../api/newsletter';
import { Button, LinkButton } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { newsletterLinks } from '../../content/marketing/newsletter-links';
import { paths } from '../../content/site/pages';
import { useAct } from '../../lib/hooks/use-single-flight';
import { LinkPage, WayBack } from './link-page';

const words = newsletterLinks.confirm;

export function NewsletterConfirmPage() {
  return (
    <LinkPage title={words.title}>{(token) => <Confirmation key={token} token={token} />}</LinkPage>
  );
}

function Confirmation({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const { busy, outcome: problem, act } = useAct(toProblem);

  if (isDone) {
    return (
      <>
        <Alert variant="success" takesFocus>
          {words.done}
        </Alert>
        <LinkButton
          to={`${paths.newsletterPreferences}#token=${token}`}
          variant="secondary"
          className="w-full"
        >
          {words.preferences}
        </LinkButton>
      </>
    );
  }
  if (problem?.code === 'token_invalid') {
    return (
      <WayBack>
        <Alert variant="destructive" takesFocus>
          {problem.message}
        </Alert>
      </WayBack>
    );
  }
  const confirm = () =>
    act(async () => {
      await confirmSubscription(token);
      setDone(true);
    });
  return (
    <>
      <p className="text-muted">{words.introduction}</p>
      <Button onClick={() => void confirm()} busy={busy} className="w-full">
        {busy ? words.confirming : words.action}
      </Button>
      {problem !== null && <Alert variant="destructive">{problem.message}</Alert>}
    </>
  );
}
