import { Link } from 'react-router-dom';
import { InertButton } from '../../components/controls/inert-button';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { TitledSection } from '../../components/layout/section';
import { postPath } from '../../content/publications/article-titles';
import { briefs } from '../../content/publications/briefs';
import { distribution } from '../../content/publications/reports';

export function Distribution() {
  return (
    <TitledSection
      id="distribution"
      tone="white"
      className="text-center"
      align="center"
      lead={distribution.text}
      title={distribution.title}
    >
      <h3 className="text-xl sm:text-2xl">{distribution.briefs.title}</h3>
      <ul className="mx-auto mt-4 grid max-w-4xl gap-x-10 gap-y-2 text-left sm:grid-cols-2">
        {briefs.map(([title, about]) => (
          <li key={title}>
            <strong className="font-semibold">{title}</strong>: {about}
          </li>
        ))}
      </ul>
      <p className="mt-4 mb-10">
        <Link to={postPath('six-briefs-six-desks')} className={textLinkClasses}>
          {distribution.briefs.link}
        </Link>
      </p>
      <div className="mx-auto grid max-w-3xl gap-8 sm:grid-cols-2">
        <div>
          <InertButton size="large">{distribution.partners}</InertButton>
          <p className="mt-3 text-[0.95rem] text-muted">
            <MailText>{distribution.partnersToday}</MailText>
          </p>
        </div>
        <div>
          <InertButton size="large" variant="secondary">
            {distribution.presentation}
          </InertButton>
          <p className="mt-3 text-[0.95rem] text-muted">
            <MailText>{distribution.presentationToday}</MailText>
          </p>
        </div>
      </div>
    </TitledSection>
  );
}
