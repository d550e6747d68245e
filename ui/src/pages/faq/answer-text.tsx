/** A paragraph of an answer. The pages it names are links, and so are its email addresses. */
import { Link } from 'react-router-dom';
import { MailText, textLinkClasses } from '../../components/mail-text';
import { namedPages } from '../../content/marketing/faq';

const NAMES = new RegExp(`(${namedPages.map(({ name }) => name).join('|')})`);

export function AnswerText({ children }: { children: string }) {
  return children.split(NAMES).map((part) => {
    const named = namedPages.find(({ name }) => name === part);
    if (named === undefined) return <MailText key={part}>{part}</MailText>;
    return (
      <Link key={part} to={named.to} className={textLinkClasses}>
        {part}
      </Link>
    );
  });
}
