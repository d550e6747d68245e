/** /newsletter/confirm: the target of the link in the confirmation mail. Opening it confirms nothing. */
import { messageOf, toProblem } from '../../api/errors';
import { confirmSubscription } from '../../api/newsletter';
import { Button, LinkButton } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { CardPage } from '../../components/layout/card-page';
import { newsletterLinks } from '../../content/marketing/newsletter-links';
import { paths } from '../../content/site/pages';
import { useLinkToken } from '../../features/auth/verification/mail-link';
import { useAct } from '../../lib/hooks/use-single-flight';

const words = newsletterLinks.confirm;

export function NewsletterConfirmPage() {
  const { token } = useLinkToken();
  return (
    <CardPage title={words.title}>
      <Confirmation key={token} token={token} />
    </CardPage>
  );
}

type Outcome = { is: 'done' } | { is: 'failed' | 'invalid'; message: string };

function Confirmation({ token }: { token: string }) {
  const { busy, outcome, act } = useAct<Outcome>((cause) => {
    const problem = toProblem(cause);
    const is = problem.code === 'token_invalid' ? 'invalid' : 'failed';
    return { is, message: messageOf(problem, newsletterLinks.limited) };
  });

  if (outcome?.is === 'done') {
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
  if (token === '' || outcome?.is === 'invalid') {
    return (
      <>
        {outcome?.is === 'invalid' ? (
          <Alert variant="destructive" takesFocus>
            {outcome.message}
          </Alert>
        ) : (
          <p className="text-muted">{words.withoutLink}</p>
        )}
        <LinkButton to={`${paths.home}#newsletter`} variant="secondary" className="w-full">
          {words.again}
        </LinkButton>
      </>
    );
  }
  const confirm = () =>
    act(async () => {
      await confirmSubscription(token);
      return { is: 'done' };
    });
  return (
    <>
      <p className="text-muted">{words.introduction}</p>
      <Button onClick={() => void confirm()} busy={busy} className="w-full">
        {busy ? words.confirming : words.action}
      </Button>
      {outcome?.is === 'failed' && <Alert variant="destructive">{outcome.message}</Alert>}
    </>
  );
}
